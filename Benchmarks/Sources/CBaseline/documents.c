#include <stdio.h>

#include "internal.h"

int baseline_documents_create(sqlite3 *db, int rows) {
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

static void read_document(sqlite3_stmt *statement, void *row) {
  baseline_document *document = row;
  document->id = sqlite3_column_int64(statement, 0);
  document->name = read_text(statement, 1);
  document->price = sqlite3_column_double(statement, 2);
  document->count = sqlite3_column_int64(statement, 3);
  document->is_new = sqlite3_column_int64(statement, 4);
  document->city = read_text(statement, 5);
}

static void free_document(void *row) {
  baseline_document *document = row;
  free(document->name.bytes);
  free(document->city.bytes);
}

int baseline_documents_fetch(sqlite3 *db, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(db, BASELINE_DOCUMENT_SELECT, -1, &statement, NULL);
  if (code != SQLITE_OK) return code;
  return fetch_rows(statement, sizeof(baseline_document), read_document,
                    baseline_document_checksum, free_document, 1, checksum);
}
