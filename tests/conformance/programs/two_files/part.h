/* What the two files share. */
#ifndef PART_H
#define PART_H

/* A header of the system's may stand in quotes, too. */
#include "sys/resource.h"

#define SIZE 32

typedef struct {
    struct rusage usage;
    int owner;
} account_t;

extern int seeds[SIZE];
extern int results[SIZE];
extern int balance;

void transform(int factor);
int static_name(void);
void deposit(int amount);
void slowly_add(int amount);
int region_elsewhere(int weight);

#endif
