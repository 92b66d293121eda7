/* Devices that lack something, and programs that end in unusual ways. The first argument says what. Built from the
   translation alone. */
// TEST: alone
