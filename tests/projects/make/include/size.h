#define SIZE 1000
