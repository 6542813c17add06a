#include "include/counting.h"

// Requests to Callgrind are instructions that do nothing where no Valgrind runs the program; see
// https://valgrind.org/docs/manual/cl-manual.html#cl-manual.clientrequests
#if __has_include(<valgrind/callgrind.h>)

#include <valgrind/callgrind.h>

int counting_is_possible(void) { return 1; }
void counting_begin(void) { CALLGRIND_ZERO_STATS; }
void counting_end(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }

#else

int counting_is_possible(void) { return 0; }
void counting_begin(void) {}
void counting_end(const char *name) { (void)name; }

#endif
