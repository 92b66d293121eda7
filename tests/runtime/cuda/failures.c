/* What goes wrong, and how it is told. The first argument says what. Built from the translation alone. */
// TEST: alone
