/* A statement, not guarded: it is included where a loop has its body. */
{
    found += i;
    found += i;
}
