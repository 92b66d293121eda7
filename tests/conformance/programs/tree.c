/*
 * A binary tree on the heap, searched and changed by threads; recursion over
 * its pointers.
 *
 * cross: reduction(+ : found, sum) => firstprivate(found, sum)
 * cross: node->count += weight; => node->count += 0;
 */
#include <stdlib.h>
#include "check.h"

typedef struct tree {
    struct tree *child[2];
    int key;
    long count;
} tree_t;

static tree_t *insert(tree_t *tree, int key)
{
    if (!tree) {
        tree = calloc(1, sizeof *tree);
        tree->key = key;
    } else if (key != tree->key) {
        tree->child[key > tree->key] = insert(tree->child[key > tree->key], key);
    }
    return tree;
}

static tree_t *search(tree_t *tree, int key)
{
    while (tree && tree->key != key)
        tree = tree->child[key > tree->key];
    return tree;
}

static int depth(const tree_t *tree)
{
    int left, right;

    if (!tree)
        return 0;
    left = depth(tree->child[0]);
    right = depth(tree->child[1]);
    return 1 + (left > right ? left : right);
}

static void mark(tree_t *node, long weight)
{
    if (!node)
        return;
#pragma omp atomic
    node->count += weight;
    mark(node->child[0], weight);
    mark(node->child[1], weight);
}

static long release(tree_t *tree)
{
    long sum;

    if (!tree)
        return 0;
    sum = tree->count + release(tree->child[0]) + release(tree->child[1]);
    free(tree);
    return sum;
}

int main(void)
{
    tree_t *root = NULL;
    int k, found = 0, nodes = 0;
    long sum = 0;

    for (k = 0; k < 200; k++) {
        int key = k * 37 % 101;
        nodes += search(root, key) == NULL;
        root = insert(root, key);
    }
    CHECK(nodes == 101);
#pragma omp parallel for reduction(+ : found, sum) num_threads(4)
    for (k = -50; k < 150; k++) {
        tree_t *node = search(root, k);
        if (node) {
            found++;
            sum += node->key;
        }
    }
    CHECK(found == 101);
    CHECK(sum == 5050);
    found = 0;
#pragma omp parallel num_threads(5) reduction(+ : found)
    {
        mark(root, 1);
        found += depth(root);
    }
    CHECK(found == 5 * depth(root));
    CHECK(release(root) == 5 * 101);
    return check_result("tree");
}
