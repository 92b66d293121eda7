/* A file of others. */
#include "twice.h"
