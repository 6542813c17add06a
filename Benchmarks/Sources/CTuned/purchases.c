#include "purchase.h"

int tuned_purchases_calls(
    sqlite3 *db, baseline_purchases_call kind, int rows, int calls, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = prepare(db, baseline_purchases_sql(kind), &statement);
  if (code == SQLITE_OK) code = begin(db);
  tuned_arena arena = new_arena(0);
  int64_t sum = 0;
  for (int call = 0; call < calls && code == SQLITE_OK; call++) {
    baseline_purchases_bind(statement, kind, call, rows);
    code = sqlite3_step(statement);
    if (code == SQLITE_DONE && baseline_purchases_writes(kind)) {
      sum += sqlite3_changes(db);
    } else if (code == SQLITE_ROW && kind == baseline_purchases_select) {
      sum += visit_purchase(statement, &arena, checksum);
    } else if (code == SQLITE_ROW) {
      sum += (int64_t)sqlite3_value_double(sqlite3_column_value(statement, 0));
    }
    code = sqlite3_reset(statement);
  }
  free_arena(&arena);
  sqlite3_finalize(statement);
  sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
  if (checksum) *checksum = sum;
  return code;
}

// MARK: Row by row

int tuned_purchases_scan(sqlite3 *db, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = prepare(db, BASELINE_PURCHASE_SELECT, &statement);
  if (code == SQLITE_OK) code = begin(db);
  tuned_arena arena = new_arena(0);
  int64_t sum = 0;
  if (code == SQLITE_OK) {
    while (sqlite3_step(statement) == SQLITE_ROW) {
      sum += visit_purchase(statement, &arena, checksum);
    }
    code = sqlite3_reset(statement);
  }
  free_arena(&arena);
  sqlite3_finalize(statement);
  sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
  if (checksum) *checksum = sum;
  return code;
}

int tuned_purchases_first(sqlite3 *db, int repetitions, int64_t *checksum) {
  int code = SQLITE_OK;
  tuned_arena arena = new_arena(0);
  int64_t sum = 0;
  for (int i = 0; i < repetitions && code == SQLITE_OK; i++) {
    sqlite3_stmt *statement = NULL;
    code = sqlite3_prepare_v2(db, BASELINE_PURCHASE_SELECT, -1, &statement, NULL);
    if (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW) {
      sum += visit_purchase(statement, &arena, checksum);
    }
    sqlite3_finalize(statement);
  }
  free_arena(&arena);
  if (checksum) *checksum = sum;
  return code;
}

int tuned_purchases_fetch(sqlite3 *db, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = prepare(db, BASELINE_PURCHASE_SELECT, &statement);
  if (code != SQLITE_OK) return code;
  return fetch_rows(db, statement, sizeof(baseline_purchase), read_purchase,
                    baseline_purchase_checksum, 1, checksum);
}

// MARK: Pages

int tuned_purchases_pages(sqlite3 *db, int size, int pages, int64_t *checksum) {
  sqlite3_stmt *first = NULL, *next = NULL;
  int code = prepare(db, BASELINE_PURCHASE_FIRST_PAGE, &first);
  if (code == SQLITE_OK) code = prepare(db, BASELINE_PURCHASE_NEXT_PAGE, &next);
  if (code == SQLITE_OK) code = begin(db);
  tuned_arena arena = new_arena((size_t)size * 64);
  int64_t sum = 0;
  baseline_purchase last = {0};
  for (int i = 0; i < pages && code == SQLITE_OK; i++) {
    sqlite3_stmt *statement = i ? next : first;
    int place = 1;
    if (i) {
      sqlite3_bind_double(statement, place++, last.at);
      sqlite3_bind_int64(statement, place++, last.id);
    }
    // A row more than the page has, which tells whether another follows.
    sqlite3_bind_int64(statement, place, size + 1);
    baseline_purchase *rows = malloc((size_t)size * sizeof *rows);
    int count = 0;
    forget_texts(&arena);
    while (sqlite3_step(statement) == SQLITE_ROW && count < size) {
      read_purchase(statement, rows + count++, &arena);
    }
    code = sqlite3_reset(statement);
    consume(rows);
    for (int row = 0; checksum && row < count; row++) {
      sum += baseline_purchase_checksum(rows + row) * (row + 1);
    }
    if (count) last = rows[count - 1];
    free(rows);
  }
  free_arena(&arena);
  sqlite3_finalize(first);
  sqlite3_finalize(next);
  sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
  if (checksum) *checksum = sum;
  return code;
}
