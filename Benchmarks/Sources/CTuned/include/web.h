#ifndef TUNED_WEB_H
#define TUNED_WEB_H

#include <sqlite3.h>
#include <stdint.h>

/// Makes the tables `customer` and `purchase`, with so many purchases of a tenth as many customers.
int tuned_web_create(sqlite3 *db, int rows);

/// What a request of the number `turn` does: 0 to 79 a find, 80 to 94 a join, 95 to 99 a transaction.
static inline int tuned_web_kind(int turn) { return (int)((uint32_t)turn * 37 % 100); }

/// Runs so many requests on each of the threads, which have a connection each, with one more that all write
/// by. The nanoseconds that each request took go into `times`, thread by thread, and those of all into
/// `total`.
int tuned_web_run(sqlite3 *const *readers, sqlite3 *writer, int threads, int rows, int requests,
                  int64_t *times, int64_t *total);

#endif
