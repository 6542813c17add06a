#ifndef BASELINE_NUMBERS_H
#define BASELINE_NUMBERS_H

#include "database.h"

/// Ten integers.
typedef struct {
  int64_t values[10];
} baseline_numbers;

/// Makes the tables `numbers` and `strictNumbers`, which differ in STRICT alone, with this many rows.
int baseline_numbers_create(sqlite3 *db, int count);
/// Fetches all rows of one of the tables into an array, as often as told.
int baseline_numbers_fetch(sqlite3 *db, int strict, int repetitions, int64_t *checksum);

#endif
