#ifndef BASELINE_CONTENTION_H
#define BASELINE_CONTENTION_H

#include "people.h"

/// Reads the table `person` of 1 to `rows` and writes it at the same time, with a thread and a connection
/// to the file for each reader and for the writer.
///
/// - Parameters:
///   - connections: Those of the readers, and behind them that of the writer.
///   - people: The rows, as the writer writes them; NULL where nobody writes.
///   - reads, writes: Set to how many were done in this many seconds.
int baseline_contend(sqlite3 *const *connections, int readers, const baseline_person *people,
                     int rows, double seconds, int64_t *reads, int64_t *writes);

#endif
