#include <stdio.h>

#include "../CBaseline/include/baseline.h"
#include "internal.h"

static inline int run(sqlite3_stmt *statement) {
  sqlite3_step(statement);
  return sqlite3_reset(statement);
}

int tuned_purchases_commit(sqlite3 *db, int is_insert, int rows, int calls, int64_t *checksum) {
  // A statement outside of a transaction is one of its own.
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_exec(db, "PRAGMA cache_size = -16384", NULL, NULL, NULL);
  if (code == SQLITE_OK) {
    code = prepare(
        db,
        is_insert
            ? "INSERT INTO \"purchase\" (\"customerID\", \"product\", \"amount\", \"quantity\", "
              "\"at\", \"note\") VALUES ($1, $2, $3, $4, $5, NULL)"
            : "UPDATE \"purchase\" SET \"customerID\" = $1, \"product\" = $2, \"amount\" = $3, "
              "\"quantity\" = $4, \"at\" = $5, \"note\" = NULL WHERE \"id\" = $6",
        &statement);
  }
  // Each run writes other values, the same as ORM's: an entry of the index that stays where it is leaves its page alone.
  static int first = 0;
  first += calls;
  int64_t sum = 0;
  for (int call = 0; call < calls && code == SQLITE_OK; call++) {
    sqlite3_bind_int64(statement, 1, call % 7);
    sqlite3_bind_text(statement, 2, "a text of 20 letters", 20, SQLITE_STATIC);
    sqlite3_bind_double(statement, 3, first + call);
    sqlite3_bind_int64(statement, 4, call % 7);
    sqlite3_bind_double(statement, 5, first + call);
    if (!is_insert) sqlite3_bind_int64(statement, 6, baseline_people_key(call, rows));
    code = run(statement);
    sum += sqlite3_changes(db);
  }
  sqlite3_finalize(statement);
  if (checksum) *checksum = sum;
  return code;
}

// MARK: Fetching

typedef struct {
  int64_t id, customer_id, quantity;
  double amount, at;
  tuned_text product, note;
} purchase;

#define SELECT                                                                           \
  "SELECT \"id\", \"customerID\", \"product\", \"amount\", \"quantity\", \"at\", \"note\" " \
  "FROM \"purchase\""

static void read_purchase(sqlite3_stmt *statement, void *row, tuned_arena *arena) {
  purchase *purchase = row;
  purchase->id = sqlite3_value_int64(sqlite3_column_value(statement, 0));
  purchase->customer_id = sqlite3_value_int64(sqlite3_column_value(statement, 1));
  purchase->product = keep_text(arena, sqlite3_column_value(statement, 2));
  purchase->amount = sqlite3_value_double(sqlite3_column_value(statement, 3));
  purchase->quantity = sqlite3_value_int64(sqlite3_column_value(statement, 4));
  purchase->at = sqlite3_value_double(sqlite3_column_value(statement, 5));
  purchase->note = keep_text(arena, sqlite3_column_value(statement, 6));
}

static int64_t checksum_of_purchase(const void *row) {
  const purchase *purchase = row;
  return purchase->id + purchase->customer_id + purchase->quantity + (int64_t)purchase->amount +
         (int64_t)purchase->at + purchase->product.size + purchase->note.size;
}

int tuned_purchases_fetch(sqlite3 *db, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = prepare(db, SELECT, &statement);
  if (code != SQLITE_OK) return code;
  return fetch_rows(db, statement, sizeof(purchase), read_purchase, checksum_of_purchase, 1,
                    checksum);
}

int tuned_open_find_close(const char *path, int rows, int repetitions, int64_t *checksum) {
  int64_t sum = 0;
  int code = SQLITE_OK;
  tuned_arena arena = new_arena(1024);
  for (int i = 0; i < repetitions && code == SQLITE_OK; i++) {
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    code = baseline_open(path, &db);
    if (code == SQLITE_OK) code = prepare(db, SELECT " WHERE \"id\" = $1", &statement);
    sqlite3_bind_int64(statement, 1, baseline_people_key(i, rows));
    if (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW) {
      purchase purchase;
      forget_texts(&arena);
      read_purchase(statement, &purchase, &arena);
      consume(&purchase);
      sum += checksum_of_purchase(&purchase);
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
  }
  free_arena(&arena);
  if (checksum) *checksum = sum;
  return code;
}

// MARK: Documents

int tuned_documents_create(sqlite3 *db, int rows) {
  char sql[1024];
  snprintf(sql, sizeof sql,
           "CREATE TABLE \"document\" (\"id\" INTEGER PRIMARY KEY, \"content\" TEXT NOT NULL) STRICT;"
           "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT %d) "
           "INSERT INTO \"document\" SELECT i, json_object('name', 'name of ' || i, 'price', "
           "i * 0.25, 'count', i %% 9, 'isNew', json(iif(i %% 2, 'true', 'false')), 'city', "
           "'city ' || (i %% 97)) FROM n",
           rows);
  return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

typedef struct {
  int64_t id, count, is_new;
  double price;
  tuned_text name, city;
} document;

static void read_document(sqlite3_stmt *statement, void *row, tuned_arena *arena) {
  document *document = row;
  document->id = sqlite3_value_int64(sqlite3_column_value(statement, 0));
  document->name = keep_text(arena, sqlite3_column_value(statement, 1));
  document->price = sqlite3_value_double(sqlite3_column_value(statement, 2));
  document->count = sqlite3_value_int64(sqlite3_column_value(statement, 3));
  document->is_new = sqlite3_value_int64(sqlite3_column_value(statement, 4));
  document->city = keep_text(arena, sqlite3_column_value(statement, 5));
}

static int64_t checksum_of_document(const void *row) {
  const document *document = row;
  return document->id + document->count + document->is_new + (int64_t)document->price +
         document->name.size + document->city.size;
}

int tuned_documents_fetch(sqlite3 *db, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = prepare(
      db,
      "SELECT \"id\", \"content\" ->> '$.name', \"content\" ->> '$.price', \"content\" ->> "
      "'$.count', \"content\" ->> '$.isNew', \"content\" ->> '$.city' FROM \"document\"",
      &statement);
  if (code != SQLITE_OK) return code;
  return fetch_rows(db, statement, sizeof(document), read_document, checksum_of_document, 1,
                    checksum);
}
