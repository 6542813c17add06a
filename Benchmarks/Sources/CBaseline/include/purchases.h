#ifndef BASELINE_PURCHASES_H
#define BASELINE_PURCHASES_H

#include "database.h"

// A table of 7 columns and one of 60. What runs on them is C as an expert tunes it: texts are copied into
// one arena, values are looked up once, all calls are inside of one BEGIN, and 16 MB of pages are cached.

/// What is done with one row a call, found by its key.
typedef enum {
  /// UPDATE of two columns.
  baseline_purchases_update,
  /// DELETE; all of it is rolled back.
  baseline_purchases_delete,
  /// The same of the table of 60 columns.
  baseline_purchases_update_wide,
  baseline_purchases_delete_wide,
  /// SELECT of all 7 columns.
  baseline_purchases_select,
  /// SELECT of one value.
  baseline_purchases_value,
  /// SELECT of whether there is such a row.
  baseline_purchases_exists,
} baseline_purchases_call;

/// Makes both tables, with so many rows each.
int baseline_purchases_create(sqlite3 *db, int rows);
/// Does the same for so many keys, which follow no order.
int baseline_purchases_calls(sqlite3 *db, baseline_purchases_call kind, int rows, int calls,
                             int64_t *checksum);
/// Reads all rows, one after the other, as often as told.
int baseline_purchases_scan(sqlite3 *db, int repetitions, int64_t *checksum);
/// Prepares the same statement and reads its first row, as often as told.
int baseline_purchases_first(sqlite3 *db, int repetitions, int64_t *checksum);
/// Reads so many pages of the rows by their time, from the first on, each behind the last of the one before.
int baseline_purchases_pages(sqlite3 *db, int size, int pages, int64_t *checksum);

#endif
