#include "purchase.h"

static void read_document(sqlite3_stmt *statement, void *row, tuned_arena *arena) {
  baseline_document *document = row;
  document->id = sqlite3_value_int64(sqlite3_column_value(statement, 0));
  document->name = keep_column(statement, 1, arena);
  document->price = sqlite3_value_double(sqlite3_column_value(statement, 2));
  document->count = sqlite3_value_int64(sqlite3_column_value(statement, 3));
  document->is_new = sqlite3_value_int64(sqlite3_column_value(statement, 4));
  document->city = keep_column(statement, 5, arena);
}

int tuned_documents_fetch(sqlite3 *db, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = prepare(db, BASELINE_DOCUMENT_SELECT, &statement);
  if (code != SQLITE_OK) return code;
  return fetch_rows(db, statement, sizeof(baseline_document), read_document,
                    baseline_document_checksum, 1, checksum);
}
