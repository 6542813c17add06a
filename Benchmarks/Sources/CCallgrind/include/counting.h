#ifndef COUNTING_H
#define COUNTING_H

/// Whether this was built with Valgrind's headers, without which the others do nothing.
int counting_is_possible(void);
/// Forgets what Callgrind has counted so far.
void counting_begin(void);
/// Has Callgrind write what it has counted since, with a name.
void counting_end(const char *name);

#endif
