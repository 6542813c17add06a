#include <stdio.h>

#include "internal.h"

typedef struct {
  int64_t id, customer_id, quantity;
  double amount, at;
  baseline_text product, note;
} purchase;

#define COLUMNS "\"id\", \"customerID\", \"product\", \"amount\", \"quantity\", \"at\", \"note\""
#define SELECT "SELECT " COLUMNS " FROM \"purchase\""

// MARK: Rows

/// Memory for the texts of some rows, which are forgotten together.
typedef struct {
  char *bytes;
  size_t used, capacity;
} text_arena;

static inline baseline_text keep_text(text_arena *arena, sqlite3_value *value) {
  const void *bytes = sqlite3_value_text(value);
  if (bytes == NULL) return (baseline_text){NULL, 0};
  int size = sqlite3_value_bytes(value);
  // What is longer than any text of these rows is left out.
  if (arena->used + (size_t)size > arena->capacity) return (baseline_text){NULL, 0};
  baseline_text copy = {arena->bytes + arena->used, size};
  memcpy(copy.bytes, bytes, (size_t)size);
  arena->used += (size_t)size;
  return copy;
}

static text_arena new_arena(size_t rows) { return (text_arena){malloc(rows * 64), 0, rows * 64}; }

static inline void read_purchase(sqlite3_stmt *statement, purchase *row, text_arena *arena) {
  row->id = sqlite3_value_int64(sqlite3_column_value(statement, 0));
  row->customer_id = sqlite3_value_int64(sqlite3_column_value(statement, 1));
  row->product = keep_text(arena, sqlite3_column_value(statement, 2));
  row->amount = sqlite3_value_double(sqlite3_column_value(statement, 3));
  row->quantity = sqlite3_value_int64(sqlite3_column_value(statement, 4));
  row->at = sqlite3_value_double(sqlite3_column_value(statement, 5));
  row->note = keep_text(arena, sqlite3_column_value(statement, 6));
}

static inline int64_t checksum_of(const purchase *row) {
  return row->id + row->customer_id + row->quantity + (int64_t)row->amount + (int64_t)row->at +
         row->product.size + row->note.size;
}

// MARK: The tables

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

static int begin(sqlite3 *db) {
  return sqlite3_exec(db, "PRAGMA cache_size = -16384; BEGIN", NULL, NULL, NULL);
}

// MARK: A row a call

static const char *sql_of(baseline_purchases_call kind) {
  switch (kind) {
    case baseline_purchases_update:
      return "UPDATE \"purchase\" SET \"amount\" = $1, \"quantity\" = $2 WHERE \"id\" = $3";
    case baseline_purchases_delete: return "DELETE FROM \"purchase\" WHERE \"id\" = $1";
    case baseline_purchases_update_wide:
      return "UPDATE \"shipment\" SET \"c7\" = $1, \"c42\" = $2 WHERE \"id\" = $3";
    case baseline_purchases_delete_wide: return "DELETE FROM \"shipment\" WHERE \"id\" = $1";
    case baseline_purchases_select: return SELECT " WHERE \"id\" = $1";
    case baseline_purchases_value: return "SELECT \"amount\" FROM \"purchase\" WHERE \"id\" = $1";
    case baseline_purchases_exists:
      return "SELECT EXISTS (SELECT 1 FROM \"purchase\" WHERE \"id\" = $1)";
  }
}

int baseline_purchases_calls(
    sqlite3 *db, baseline_purchases_call kind, int rows, int calls, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v3(db, sql_of(kind), -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
  if (code == SQLITE_OK) code = begin(db);
  text_arena arena = new_arena(16);
  int64_t sum = 0;
  for (int i = 0; i < calls && code == SQLITE_OK; i++) {
    int64_t key = baseline_people_key(i, rows);
    int place = 1;
    if (kind == baseline_purchases_update) sqlite3_bind_double(statement, place++, i);
    if (kind == baseline_purchases_update_wide) sqlite3_bind_int64(statement, place++, i);
    if (place == 2) sqlite3_bind_int64(statement, place++, i % 7);
    sqlite3_bind_int64(statement, place, key);
    code = sqlite3_step(statement);
    if (code == SQLITE_DONE) {
      sum += sqlite3_changes(db);
    } else if (code == SQLITE_ROW && kind == baseline_purchases_select) {
      purchase row;
      arena.used = 0;
      read_purchase(statement, &row, &arena);
      consume(&row);
      if (checksum) sum += checksum_of(&row);
    } else if (code == SQLITE_ROW) {
      sum += (int64_t)sqlite3_value_double(sqlite3_column_value(statement, 0));
    }
    code = sqlite3_reset(statement);
  }
  free(arena.bytes);
  sqlite3_finalize(statement);
  sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
  if (checksum) *checksum = sum;
  return code;
}

// MARK: Row by row

int baseline_purchases_scan(sqlite3 *db, int repetitions, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v3(db, SELECT, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
  if (code == SQLITE_OK) code = begin(db);
  text_arena arena = new_arena(16);
  int64_t sum = 0;
  for (int i = 0; i < repetitions && code == SQLITE_OK; i++) {
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
      purchase row;
      arena.used = 0;
      read_purchase(statement, &row, &arena);
      consume(&row);
      if (checksum) sum += checksum_of(&row);
    }
    code = sqlite3_reset(statement);
  }
  free(arena.bytes);
  sqlite3_finalize(statement);
  sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
  if (checksum) *checksum = sum;
  return code;
}

int baseline_purchases_first(sqlite3 *db, int repetitions, int64_t *checksum) {
  int code = SQLITE_OK;
  text_arena arena = new_arena(16);
  int64_t sum = 0;
  for (int i = 0; i < repetitions && code == SQLITE_OK; i++) {
    sqlite3_stmt *statement = NULL;
    code = sqlite3_prepare_v2(db, SELECT, -1, &statement, NULL);
    if (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW) {
      purchase row;
      arena.used = 0;
      read_purchase(statement, &row, &arena);
      consume(&row);
      if (checksum) sum += checksum_of(&row);
    }
    sqlite3_finalize(statement);
  }
  free(arena.bytes);
  if (checksum) *checksum = sum;
  return code;
}

// MARK: Pages

int baseline_purchases_pages(sqlite3 *db, int size, int pages, int64_t *checksum) {
  sqlite3_stmt *first = NULL, *next = NULL;
  int code = sqlite3_prepare_v3(db, SELECT " ORDER BY \"at\", \"id\" LIMIT $1", -1,
                                SQLITE_PREPARE_PERSISTENT, &first, NULL);
  if (code == SQLITE_OK) {
    code = sqlite3_prepare_v3(
        db, SELECT " WHERE (\"at\", \"id\") > ($1, $2) ORDER BY \"at\", \"id\" LIMIT $3", -1,
        SQLITE_PREPARE_PERSISTENT, &next, NULL);
  }
  if (code == SQLITE_OK) code = begin(db);
  text_arena arena = new_arena((size_t)size);
  int64_t sum = 0;
  purchase last;
  for (int i = 0; i < pages && code == SQLITE_OK; i++) {
    sqlite3_stmt *statement = i ? next : first;
    int place = 1;
    if (i) {
      sqlite3_bind_double(statement, place++, last.at);
      sqlite3_bind_int64(statement, place++, last.id);
    }
    // A row more than the page has, which tells whether another follows.
    sqlite3_bind_int64(statement, place, size + 1);
    purchase *rows = malloc((size_t)size * sizeof(purchase));
    int count = 0;
    arena.used = 0;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && count < size) {
      read_purchase(statement, rows + count++, &arena);
    }
    code = sqlite3_reset(statement);
    consume(rows);
    if (checksum) {
      for (int row = 0; row < count; row++) sum += checksum_of(rows + row) * (row + 1);
    }
    if (count) last = rows[count - 1];
    free(rows);
  }
  free(arena.bytes);
  sqlite3_finalize(first);
  sqlite3_finalize(next);
  sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
  if (checksum) *checksum = sum;
  return code;
}
