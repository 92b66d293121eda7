/* What a region on the device knows of the internal control variables, which the environment sets. */
// TEST: alone
