#ifndef TUNED_H
#define TUNED_H

// C as an expert tunes it: the texts of a fetch are copied into one piece of memory that goes with it, the
// rows have room for as many as the last time, a value is looked up once, all reads are inside of one BEGIN,
// 16 MB of pages are cached, and several rows go into one statement. It is compiled so that SQLite's functions
// are called past the linker's stubs. What it reads and writes is what CBaseline does.

#include <sqlite3.h>
#include <stdint.h>

#include "purchases.h"
#include "verbs.h"

/// A text, or the bytes of a BLOB, in memory of an arena. A NULL in the database has NULL bytes.
typedef struct {
  char *bytes;
  int size;
} tuned_text;

int tuned_orders_fetch(sqlite3 *db, int repetitions, int64_t *checksum);
int tuned_numbers_fetch(sqlite3 *db, int strict, int repetitions, int64_t *checksum);
int tuned_people_fetch(sqlite3 *db, int repetitions, int64_t *checksum);
int tuned_people_find(sqlite3 *db, int rows, int count, int64_t *checksum);
int tuned_users_fetch(sqlite3 *db, int repetitions, int64_t *checksum);
int tuned_users_join(sqlite3 *db, int repetitions, int64_t *checksum);
/// Inserts as many users as told by each call, as many to a statement as take 1,000 parameters.
int tuned_users_insert(sqlite3 *db, int count, int repetitions);
int tuned_albums_join(sqlite3 *db, int artists, int calls, int64_t *checksum);

typedef enum {
  /// One row after the other, in one transaction.
  tuned_people_insert,
  /// 100 rows a statement, in one transaction.
  tuned_people_insert_many,
  tuned_people_update,
  /// One row after the other, in a transaction each.
  tuned_people_commit_each,
} tuned_people_writing;

/// Writes so many rows of `baseline_person`.
int tuned_people_write(sqlite3 *db, tuned_people_writing kind, const void *people, int count);

#endif
