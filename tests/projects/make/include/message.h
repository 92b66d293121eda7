#define MESSAGE GREETING ": %ld, norm %.3f, team of %d\n"
