/*
 * Regions read the words of the command line and change them; they are still there when main has returned, and in a process
 * that another thread has made.
 *
 * cross: reduction(+ : letters, slashes) => firstprivate(letters, slashes)
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "check.h"

static char **words;
static char name[4096];

static void at_exit(void)
{
    CHECK(strcmp(words[0], name) == 0);
    CHECK(words[1] == NULL);
    check_result("at exit");
}

static void *fork_there(void *unused)
{
    int status = -1;
    const pid_t child = fork();

    if (child == 0)
        _exit(strcmp(words[0], name) != 0);
    waitpid(child, &status, 0);
    CHECK(status == 0);
    return unused;
}

int main(int argc, char **argv)
{
    const char *word = argv[0];
    const int length = (int)strlen(word);
    int letters = 0, slashes = 0;
    pthread_t thread;

    if (length >= (int)sizeof name)
        return 1;
    words = argv;
    atexit(at_exit);
    #pragma omp parallel for reduction(+ : letters, slashes)
    for (int i = 0; i < length; i++) {
        letters += word[i] != '\0';
        slashes += argv[0][i] == '/';
        name[i] = word[i];
    }
    CHECK(argc == 1);
    CHECK(letters == length);
    for (int i = 0; i < length; i++) {
        slashes -= word[i] == '/';
        CHECK(name[i] == word[i]);
    }
    CHECK(slashes == 0);
    #pragma omp parallel for
    for (int i = 0; i < length; i++) {
        argv[0][i] = (char)('a' + i % 26);
        name[i] = (char)('a' + i % 26);
    }
    CHECK(strcmp(argv[0], name) == 0);
    pthread_create(&thread, NULL, fork_there, NULL);
    pthread_join(thread, NULL);
    return check_result("command line");
}
