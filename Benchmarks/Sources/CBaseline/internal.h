#ifndef BASELINE_INTERNAL_H
#define BASELINE_INTERNAL_H

#include <stdlib.h>
#include <string.h>

#include "include/baseline.h"

/// Keeps the compiler from leaving out the copies of a row that nothing reads.
static inline void consume(const void *row) { __asm__ volatile("" : : "r"(row) : "memory"); }

static inline baseline_text copy_bytes(const void *bytes, int size) {
  baseline_text copy = {malloc((size_t)size + 1), size};
  memcpy(copy.bytes, bytes, (size_t)size);
  copy.bytes[size] = 0;
  return copy;
}

static inline baseline_text text_of(const char *text) {
  return copy_bytes(text, (int)strlen(text));
}

/// A text, which may be NULL.
static inline baseline_text read_text(sqlite3_stmt *statement, int column) {
  const unsigned char *bytes = sqlite3_column_text(statement, column);
  if (bytes == NULL) return (baseline_text){NULL, 0};
  return copy_bytes(bytes, sqlite3_column_bytes(statement, column));
}

/// A BLOB that is not NULL. An empty one has no address.
static inline baseline_text read_blob(sqlite3_stmt *statement, int column) {
  const void *bytes = sqlite3_column_blob(statement, column);
  return copy_bytes(bytes ? bytes : "", sqlite3_column_bytes(statement, column));
}

static inline void bind_text(sqlite3_stmt *statement, int index, baseline_text text) {
  sqlite3_bind_text(statement, index, text.bytes, text.size, SQLITE_STATIC);
}

/// Rows in an array that grows as they come, as in every language that has to be told nothing.
typedef struct {
  char *rows;
  size_t size, count, capacity;
} row_array;

static inline void *append_row(row_array *array) {
  if (array->count == array->capacity) {
    array->capacity = array->capacity ? array->capacity * 2 : 4;
    array->rows = realloc(array->rows, array->capacity * array->size);
  }
  return array->rows + array->size * array->count++;
}

/// Fetches all rows of a statement and frees them again, as often as told; then finalizes it.
///
/// Always inlined, so that the functions of a row are, too.
__attribute__((always_inline)) static inline int fetch_rows(
    sqlite3_stmt *statement, size_t size, void (*read)(sqlite3_stmt *, void *row),
    int64_t (*checksum_of)(const void *row), void (*free_row)(void *row), int repetitions,
    int64_t *checksum) {
  uint64_t sum = 0;
  int code = SQLITE_DONE;
  for (int i = 0; i < repetitions && code == SQLITE_DONE; i++) {
    row_array array = {NULL, size, 0, 0};
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) read(statement, append_row(&array));
    sqlite3_reset(statement);
    for (size_t row = 0; row < array.count; row++) {
      if (checksum) sum += (uint64_t)checksum_of(array.rows + row * size);
      free_row(array.rows + row * size);
    }
    free(array.rows);
  }
  sqlite3_finalize(statement);
  if (checksum) *checksum = (int64_t)sum;
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

#endif
