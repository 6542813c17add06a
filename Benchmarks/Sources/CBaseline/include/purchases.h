#ifndef BASELINE_PURCHASES_H
#define BASELINE_PURCHASES_H

#include "database.h"
#include "people.h"

// A table of 7 columns and one of 60.

#define BASELINE_PURCHASE_COLUMNS                                                                  \
  "\"purchase\".\"id\", \"customerID\", \"product\", \"amount\", \"quantity\", \"at\", \"note\""
#define BASELINE_PURCHASE_SELECT "SELECT " BASELINE_PURCHASE_COLUMNS " FROM \"purchase\""
#define BASELINE_PURCHASE_FIRST_PAGE BASELINE_PURCHASE_SELECT " ORDER BY \"at\", \"id\" LIMIT $1"
#define BASELINE_PURCHASE_NEXT_PAGE                                                                \
  BASELINE_PURCHASE_SELECT " WHERE (\"at\", \"id\") > ($1, $2) ORDER BY \"at\", \"id\" LIMIT $3"

typedef struct {
  int64_t id, customer_id, quantity;
  double amount, at;
  baseline_text product, note;
} baseline_purchase;

static inline int64_t baseline_purchase_checksum(const void *purchase) {
  const baseline_purchase *row = purchase;
  return row->id + row->customer_id + row->quantity + (int64_t)row->amount + (int64_t)row->at +
         row->product.size + row->note.size;
}

/// What is done with one row a call, found by its key.
typedef enum {
  /// UPDATE of two columns.
  baseline_purchases_update,
  /// DELETE.
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

static inline const char *baseline_purchases_sql(baseline_purchases_call kind) {
  switch (kind) {
    case baseline_purchases_update:
      return "UPDATE \"purchase\" SET \"amount\" = $1, \"quantity\" = $2 WHERE \"id\" = $3";
    case baseline_purchases_delete: return "DELETE FROM \"purchase\" WHERE \"id\" = $1";
    case baseline_purchases_update_wide:
      return "UPDATE \"shipment\" SET \"c7\" = $1, \"c42\" = $2 WHERE \"id\" = $3";
    case baseline_purchases_delete_wide: return "DELETE FROM \"shipment\" WHERE \"id\" = $1";
    case baseline_purchases_select: return BASELINE_PURCHASE_SELECT " WHERE \"id\" = $1";
    case baseline_purchases_value: return "SELECT \"amount\" FROM \"purchase\" WHERE \"id\" = $1";
    case baseline_purchases_exists:
      return "SELECT EXISTS (SELECT 1 FROM \"purchase\" WHERE \"id\" = $1)";
  }
}

/// Whether a call writes. Those that do are of one transaction, which is rolled back.
static inline int baseline_purchases_writes(baseline_purchases_call kind) {
  return kind < baseline_purchases_select;
}

static inline void baseline_purchases_bind(
    sqlite3_stmt *statement, baseline_purchases_call kind, int call, int rows) {
  int place = 1;
  if (kind == baseline_purchases_update) sqlite3_bind_double(statement, place++, call);
  if (kind == baseline_purchases_update_wide) sqlite3_bind_int64(statement, place++, call);
  if (place == 2) sqlite3_bind_int64(statement, place++, call % 7);
  sqlite3_bind_int64(statement, place, baseline_people_key(call, rows));
}

/// Makes both tables, with so many rows each.
int baseline_purchases_create(sqlite3 *db, int rows);
/// Does the same for so many keys, which follow no order.
int baseline_purchases_calls(sqlite3 *db, baseline_purchases_call kind, int rows, int calls,
                             int64_t *checksum);
/// Reads all rows, one after the other.
int baseline_purchases_scan(sqlite3 *db, int64_t *checksum);
/// Prepares the same statement and reads its first row, as often as told.
int baseline_purchases_first(sqlite3 *db, int repetitions, int64_t *checksum);
/// Reads so many pages of the rows by their time, from the first on, each behind the last of the one before.
int baseline_purchases_pages(sqlite3 *db, int size, int pages, int64_t *checksum);
/// Fetches all rows into an array.
int baseline_purchases_fetch(sqlite3 *db, int64_t *checksum);

#endif
