#ifndef BASELINE_WEB_H
#define BASELINE_WEB_H

#include "purchases.h"

/// Makes the tables `customer` and `purchase`, with so many purchases of a tenth as many customers.
int baseline_web_create(sqlite3 *db, int rows);

/// What a request of the number `turn` does: 0 to 79 a find, 80 to 94 a join, 95 to 99 a transaction.
static inline int baseline_web_kind(int turn) { return (int)((uint32_t)turn * 37 % 100); }

/// The SQL by which a request finds a row, and by which it reads 50 of a join.
#define BASELINE_WEB_FIND BASELINE_PURCHASE_SELECT " WHERE \"id\" = $1"
#define BASELINE_WEB_JOIN                                                                          \
  "SELECT " BASELINE_PURCHASE_COLUMNS                                                              \
  ", \"customer\".\"name\" FROM \"purchase\" JOIN \"customer\" ON \"purchase\".\"customerID\" = "  \
  "\"customer\".\"id\" WHERE \"purchase\".\"id\" >= $1 ORDER BY \"purchase\".\"id\" LIMIT 50"

/// How a program in C makes the requests that read.
typedef struct {
  /// Of each connection.
  const char *settings;
  /// Reads the row, or the rows, of a key, which they forget again.
  int (*find)(sqlite3_stmt *, int64_t key);
  int (*join)(sqlite3_stmt *, int64_t key);
} baseline_web_program;

/// Runs so many requests on each of the threads, which have a connection each, with one more that all write
/// by. The nanoseconds that each request took go into `times`, thread by thread, and those of all into
/// `total`.
int baseline_web_run(const baseline_web_program *program, sqlite3 *const *readers, sqlite3 *writer,
                     int threads, int rows, int requests, int64_t *times, int64_t *total);

/// The program that copies each text by a `malloc` of its own and leaves SQLite's settings as they are.
const baseline_web_program *baseline_web_plain(void);

#endif
