#ifndef TUNED_PURCHASE_H
#define TUNED_PURCHASE_H

#include <baseline.h>
#include "internal.h"

static inline baseline_text keep_column(sqlite3_stmt *statement, int column, tuned_arena *arena) {
  tuned_text text = keep_text(arena, sqlite3_column_value(statement, column));
  return (baseline_text){text.bytes, text.size};
}

static inline void read_purchase(sqlite3_stmt *statement, void *row, tuned_arena *arena) {
  baseline_purchase *purchase = row;
  purchase->id = sqlite3_value_int64(sqlite3_column_value(statement, 0));
  purchase->customer_id = sqlite3_value_int64(sqlite3_column_value(statement, 1));
  purchase->product = keep_column(statement, 2, arena);
  purchase->amount = sqlite3_value_double(sqlite3_column_value(statement, 3));
  purchase->quantity = sqlite3_value_int64(sqlite3_column_value(statement, 4));
  purchase->at = sqlite3_value_double(sqlite3_column_value(statement, 5));
  purchase->note = keep_column(statement, 6, arena);
}

/// Reads a row into memory that the one before was in, and returns its checksum where it counts.
static inline int64_t visit_purchase(
    sqlite3_stmt *statement, tuned_arena *arena, const int64_t *checksum) {
  baseline_purchase row;
  forget_texts(arena);
  read_purchase(statement, &row, arena);
  consume(&row);
  return checksum ? baseline_purchase_checksum(&row) : 0;
}

#endif
