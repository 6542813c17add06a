#ifndef BASELINE_DATABASE_H
#define BASELINE_DATABASE_H

#include <sqlite3.h>
#include <stdint.h>

/// A text, or the bytes of a BLOB, which are malloc'ed. A NULL in the database has NULL bytes.
typedef struct {
  char *bytes;
  int size;
} baseline_text;

/// Opens a file, or a database in memory, without mutexes; a file in WAL mode with synchronous=NORMAL.
int baseline_open(const char *path, sqlite3 **db);
/// Replaces what is in the database by what is in the file, page by page.
int baseline_load(sqlite3 *db, const char *path);

#endif
