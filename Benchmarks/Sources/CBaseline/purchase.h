#ifndef BASELINE_PURCHASE_H
#define BASELINE_PURCHASE_H

#include "internal.h"

static inline void read_purchase(sqlite3_stmt *statement, void *row) {
  baseline_purchase *purchase = row;
  purchase->id = sqlite3_column_int64(statement, 0);
  purchase->customer_id = sqlite3_column_int64(statement, 1);
  purchase->product = read_text(statement, 2);
  purchase->amount = sqlite3_column_double(statement, 3);
  purchase->quantity = sqlite3_column_int64(statement, 4);
  purchase->at = sqlite3_column_double(statement, 5);
  purchase->note = read_text(statement, 6);
}

static inline void free_purchase(void *row) {
  baseline_purchase *purchase = row;
  free(purchase->product.bytes);
  free(purchase->note.bytes);
}

/// Reads a row, forgets it again, and returns its checksum where it counts.
static inline int64_t visit_purchase(sqlite3_stmt *statement, const int64_t *checksum) {
  baseline_purchase row;
  read_purchase(statement, &row);
  consume(&row);
  int64_t sum = checksum ? baseline_purchase_checksum(&row) : 0;
  free_purchase(&row);
  return sum;
}

#endif
