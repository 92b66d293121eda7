/*
 * Addresses of variables that each thread has of its own: where others may find them, the region stays on the host; where they are
 * the thread's own business, it need not.
 * regions: 2 of 13 on the device
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4 };

struct view { int *values; int count; };
struct node { struct node *next; int value; };

static int *slots[THREADS];
static struct view views[THREADS];
static struct node *list;
static char *texts[THREADS];

static void publish(int id, int *value) { slots[id] = value; }
static void publish_view(int id, const struct view *view) { views[id] = *view; }
static int *same(int *value) { return value; }
static void put(struct view *view, int *values, int count) { view->values = values; view->count = count; }
static void push(struct node *node)
{
#pragma omp critical
    {
        node->next = list;
        list = node;
    }
}
static void swap(int **a, int **b) { int *kept = *a; *a = *b; *b = kept; }
static int sum_of(const struct view *view)
{
    int sum = 0;
    for (int i = 0; i < view->count; i++)
        sum += view->values[i];
    return sum;
}
static int length(const struct node *node) { return node ? 1 + length(node->next) : 0; }
static int total(int *values, int count) { return count > 0 ? values[count - 1] + total(values, count - 1) : 0; }
static int apply(int (*function)(int *, int), int start)
{
    int own[3] = {start, 2, 3};
    return function(own, 3);
}
static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static char *behind_blanks(char *text) { return *text == ' ' ? behind_blanks(text + 1) : text; }

/* Keeps the address of its own variable. */
static int exchange(int id)
{
    int mine[2] = {id, 10 * id};
    slots[id] = mine;
#pragma omp barrier
    int sum = slots[(id + 1) % THREADS][1];
#pragma omp barrier
    return sum;
}

int main(void)
{
    int sum = 0;

#pragma omp parallel num_threads(THREADS) reduction(+ : sum)
    {
        int id = omp_get_thread_num(), own = id + 1;
        slots[id] = &own;
#pragma omp barrier
        sum += *slots[(id + 1) % THREADS];
#pragma omp barrier
    }
#pragma omp parallel num_threads(THREADS) reduction(+ : sum)
    sum += exchange(omp_get_thread_num());
#pragma omp parallel num_threads(THREADS) reduction(+ : sum)
    {
        int id = omp_get_thread_num();
        struct view own = {(int[2]){id, 7}, 2};
        publish_view(id, &own);
#pragma omp barrier
        sum += sum_of(&views[(id + 3) % THREADS]);
#pragma omp barrier
    }
#pragma omp parallel num_threads(THREADS) reduction(+ : sum)
    {
        struct node own = {NULL, omp_get_thread_num()};
        push(&own);
#pragma omp barrier
        sum += length(list);
#pragma omp barrier
    }
    int copied = 5;
#pragma omp parallel num_threads(THREADS) firstprivate(copied) reduction(+ : sum)
    {
        int id = omp_get_thread_num();
        copied += id;
        int number = id;
        publish(number, id ? same(&copied) : (id++, &copied));
#pragma omp barrier
        sum += *slots[(id + 1) % THREADS];
#pragma omp barrier
    }
#pragma omp parallel num_threads(THREADS) reduction(+ : sum)
    {
        int id = omp_get_thread_num();
        char text[] = "a:b";
        text[2] = (char)('b' + id);
        texts[id] = strchr(text, ':');
#pragma omp barrier
        sum += texts[(id + 1) % THREADS][1];
#pragma omp barrier
    }
#pragma omp parallel num_threads(THREADS) reduction(+ : sum)
    {
        int id = omp_get_thread_num(), values[2] = {id, id + 2};
        struct view own;
        put(&own, values, 2);
        views[id] = own;
#pragma omp barrier
        sum += sum_of(&views[(id + 1) % THREADS]);
#pragma omp barrier
    }
#pragma omp parallel num_threads(THREADS) reduction(+ : sum)
    {
        int id = omp_get_thread_num(), one = id, other = id + 20, *first = &one, *second = &other;
        swap(&first, &second);
        *(slots + id) = first;
#pragma omp barrier
        sum += *slots[(id + 1) % THREADS];
#pragma omp barrier
    }
    void (*keeper)(int, int *) = publish;
#pragma omp parallel num_threads(THREADS) reduction(+ : sum)
    {
        int id = omp_get_thread_num(), own = 3 * id;
        keeper(id, &own);
#pragma omp barrier
        sum += *slots[(id + 1) % THREADS];
#pragma omp barrier
    }
#pragma omp parallel num_threads(THREADS) reduction(+ : sum)
    {
        int id = omp_get_thread_num(), own = 4 * id;
        sum += !__sync_lock_test_and_set(&slots[id], &own);
#pragma omp barrier
        sum += *slots[(id + 1) % THREADS];
#pragma omp barrier
    }
#pragma omp parallel num_threads(THREADS) reduction(+ : sum)
    {
        int id = omp_get_thread_num(), own[2][2] = {{id, 1}, {2, 5 * id}};
        slots[id] = ({ own[1]; });
#pragma omp barrier
        sum += slots[(id + 1) % THREADS][1];
#pragma omp barrier
    }

    /* What each thread does with its own for itself. */
#pragma omp parallel for num_threads(THREADS) reduction(+ : sum)
    for (int i = 0; i < 20; i++) {
        int a[4] = {i, 1, 2, 3}, b[4] = {9, 3, 7, i}, *p = a, *q = &b[1];
        struct view view, other;
        struct node first = {NULL, i}, chain[3] = {{&first, 0}};
        char text[] = "  12 ", *word = behind_blanks(text), *end;
        put(&view, a, 4);
        other = view;
        other.values = b;
        swap(&p, &q);
        qsort(b, 4, sizeof b[0], by_value);
        for (int j = 1; j < 3; j++)
            chain[j].next = &chain[j - 1];
        sum += sum_of(&view) + sum_of(&other) + *p + q[1] + length(&chain[2]) + apply(total, i);
        sum += (int)strtol(word, &end, 10) + (int)(end - text) + (&view != &other);
        memcpy(a, b, sizeof a);
        sum += a[3];
    }
    /* What the program computes the length of, and what is copied, lies elsewhere. */
#pragma omp parallel num_threads(THREADS) reduction(+ : sum)
    {
        int id = omp_get_thread_num();
        int own[sum > 0 ? 3 : 2];
        char text[] = "copied";
        own[0] = id;
        slots[id] = own;
        texts[id] = strdup(text);
#pragma omp barrier
        sum += slots[(id + 1) % THREADS][0] + texts[(id + 1) % THREADS][1];
#pragma omp barrier
        free(texts[id]);
    }
    printf("%d\n", sum);
    return 0;
}
