#ifndef BASELINE_DOCUMENTS_H
#define BASELINE_DOCUMENTS_H

#include "database.h"

#define BASELINE_DOCUMENT_SELECT                                                                   \
  "SELECT \"id\", \"content\" ->> '$.name', \"content\" ->> '$.price', \"content\" ->> "           \
  "'$.count', \"content\" ->> '$.isNew', \"content\" ->> '$.city' FROM \"document\""

typedef struct {
  int64_t id, count, is_new;
  double price;
  baseline_text name, city;
} baseline_document;

static inline int64_t baseline_document_checksum(const void *row) {
  const baseline_document *document = row;
  return document->id + document->count + document->is_new + (int64_t)document->price +
         document->name.size + document->city.size;
}

/// Makes the table `document` of so many rows with a JSON text each.
int baseline_documents_create(sqlite3 *db, int rows);
/// Fetches all of them, by the JSON functions of SQLite for each of the members.
int baseline_documents_fetch(sqlite3 *db, int64_t *checksum);

#endif
