#include <stdio.h>

#include "purchase.h"

int baseline_purchases_create(sqlite3 *db, int rows) {
  char sql[4096];
  int end = snprintf(
      sql, sizeof sql,
      "CREATE TABLE \"purchase\" (\"id\" INTEGER PRIMARY KEY, \"customerID\" INTEGER NOT NULL, "
      "\"product\" TEXT NOT NULL, \"amount\" REAL NOT NULL, \"quantity\" INTEGER NOT NULL, "
      "\"at\" REAL NOT NULL, \"note\" TEXT) STRICT;"
      "CREATE INDEX \"purchase_at_index\" ON \"purchase\" (\"at\");"
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT %d) "
      "INSERT INTO \"purchase\" SELECT i, i %% 997, 'product number ' || (i %% 10007), i * 0.25, "
      "i %% 9, 1700000000.0 + i %% 5003, iif(i %% 3, 'a note of ' || i, NULL) FROM n;"
      "CREATE TABLE \"shipment\" (\"id\" INTEGER PRIMARY KEY",
      rows);
  for (int i = 1; i < 60; i++) {
    end += snprintf(sql + end, sizeof sql - (size_t)end, ", \"c%d\" INTEGER NOT NULL DEFAULT %d", i,
                    i);
  }
  snprintf(sql + end, sizeof sql - (size_t)end,
           ") STRICT; INSERT INTO \"shipment\" (\"id\") SELECT \"id\" FROM \"purchase\"");
  return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

int baseline_purchases_calls(
    sqlite3 *db, baseline_purchases_call kind, int rows, int calls, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v3(db, baseline_purchases_sql(kind), -1, SQLITE_PREPARE_PERSISTENT,
                                &statement, NULL);
  int writes = baseline_purchases_writes(kind);
  if (code == SQLITE_OK && writes) code = sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
  int64_t sum = 0;
  for (int call = 0; call < calls && code == SQLITE_OK; call++) {
    baseline_purchases_bind(statement, kind, call, rows);
    code = sqlite3_step(statement);
    if (code == SQLITE_DONE && writes) {
      sum += sqlite3_changes(db);
    } else if (code == SQLITE_ROW && kind == baseline_purchases_select) {
      sum += visit_purchase(statement, checksum);
    } else if (code == SQLITE_ROW) {
      sum += (int64_t)sqlite3_column_double(statement, 0);
    }
    code = sqlite3_reset(statement);
  }
  sqlite3_finalize(statement);
  if (writes) sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
  if (checksum) *checksum = sum;
  return code;
}

// MARK: Row by row

int baseline_purchases_scan(sqlite3 *db, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(db, BASELINE_PURCHASE_SELECT, -1, &statement, NULL);
  int64_t sum = 0;
  if (code == SQLITE_OK) {
    while (sqlite3_step(statement) == SQLITE_ROW) sum += visit_purchase(statement, checksum);
  }
  int end = sqlite3_finalize(statement);
  if (checksum) *checksum = sum;
  return code == SQLITE_OK ? end : code;
}

int baseline_purchases_first(sqlite3 *db, int repetitions, int64_t *checksum) {
  int code = SQLITE_OK;
  int64_t sum = 0;
  for (int i = 0; i < repetitions && code == SQLITE_OK; i++) {
    sqlite3_stmt *statement = NULL;
    code = sqlite3_prepare_v2(db, BASELINE_PURCHASE_SELECT, -1, &statement, NULL);
    if (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW) {
      sum += visit_purchase(statement, checksum);
    }
    sqlite3_finalize(statement);
  }
  if (checksum) *checksum = sum;
  return code;
}

int baseline_purchases_fetch(sqlite3 *db, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(db, BASELINE_PURCHASE_SELECT, -1, &statement, NULL);
  if (code != SQLITE_OK) return code;
  return fetch_rows(statement, sizeof(baseline_purchase), read_purchase, baseline_purchase_checksum,
                    free_purchase, 1, checksum);
}

// MARK: Pages

int baseline_purchases_pages(sqlite3 *db, int size, int pages, int64_t *checksum) {
  sqlite3_stmt *first = NULL, *next = NULL;
  int code = sqlite3_prepare_v3(db, BASELINE_PURCHASE_FIRST_PAGE, -1, SQLITE_PREPARE_PERSISTENT,
                                &first, NULL);
  if (code == SQLITE_OK) {
    code = sqlite3_prepare_v3(db, BASELINE_PURCHASE_NEXT_PAGE, -1, SQLITE_PREPARE_PERSISTENT, &next,
                              NULL);
  }
  int64_t sum = 0, last_id = 0;
  double last_at = 0;
  for (int i = 0; i < pages && code == SQLITE_OK; i++) {
    sqlite3_stmt *statement = i ? next : first;
    int place = 1;
    if (i) {
      sqlite3_bind_double(statement, place++, last_at);
      sqlite3_bind_int64(statement, place++, last_id);
    }
    // A row more than the page has, which tells whether another follows.
    sqlite3_bind_int64(statement, place, size + 1);
    row_array array = {NULL, sizeof(baseline_purchase), 0, 0};
    while (array.count < (size_t)size && sqlite3_step(statement) == SQLITE_ROW) {
      read_purchase(statement, append_row(&array));
    }
    if (array.count == (size_t)size) sqlite3_step(statement);
    code = sqlite3_reset(statement);
    baseline_purchase *rows = (baseline_purchase *)array.rows;
    consume(rows);
    for (size_t row = 0; row < array.count; row++) {
      if (checksum) sum += baseline_purchase_checksum(rows + row) * (int64_t)(row + 1);
      last_at = rows[row].at;
      last_id = rows[row].id;
      free_purchase(rows + row);
    }
    free(rows);
  }
  sqlite3_finalize(first);
  sqlite3_finalize(next);
  if (checksum) *checksum = sum;
  return code;
}
