#ifndef TUNED_INTERNAL_H
#define TUNED_INTERNAL_H

#include <stdlib.h>
#include <string.h>

#include "include/tuned.h"

static inline void consume(const void *row) { __asm__ volatile("" : : "r"(row) : "memory"); }

// MARK: Texts

typedef struct tuned_block {
  struct tuned_block *before;
  size_t used, capacity;
  char bytes[];
} tuned_block;

/// Memory for the texts of a fetch, which are forgotten together.
typedef struct {
  tuned_block *last;
  /// Of all blocks.
  size_t size;
} tuned_arena;

/// Has room for so many bytes, and takes more where they are not enough.
static inline tuned_arena new_arena(size_t capacity) {
  if (capacity < 1024) capacity = 1024;
  tuned_block *block = malloc(sizeof *block + capacity);
  *block = (tuned_block){NULL, 0, capacity};
  return (tuned_arena){block, 0};
}

static inline void free_arena(tuned_arena *arena) {
  for (tuned_block *block = arena->last; block;) {
    tuned_block *before = block->before;
    free(block);
    block = before;
  }
}

static inline void forget_texts(tuned_arena *arena) { arena->last->used = 0; }

static inline tuned_text keep_bytes(tuned_arena *arena, const void *bytes, int size) {
  tuned_block *block = arena->last;
  if (block->used + (size_t)size > block->capacity) {
    size_t capacity = block->capacity * 2 > (size_t)size ? block->capacity * 2 : (size_t)size;
    block = malloc(sizeof *block + capacity);
    *block = (tuned_block){arena->last, 0, capacity};
    arena->last = block;
  }
  tuned_text copy = {block->bytes + block->used, size};
  memcpy(copy.bytes, bytes, (size_t)size);
  block->used += (size_t)size;
  arena->size += (size_t)size;
  return copy;
}

static inline tuned_text keep_text(tuned_arena *arena, sqlite3_value *value) {
  const void *bytes = sqlite3_value_text(value);
  if (bytes == NULL) return (tuned_text){NULL, 0};
  return keep_bytes(arena, bytes, sqlite3_value_bytes(value));
}

static inline tuned_text keep_blob(tuned_arena *arena, sqlite3_value *value) {
  const void *bytes = sqlite3_value_blob(value);
  return keep_bytes(arena, bytes ? bytes : "", sqlite3_value_bytes(value));
}

// MARK: Rows

static inline int begin(sqlite3 *db) {
  return sqlite3_exec(db, "PRAGMA cache_size = -16384; BEGIN", NULL, NULL, NULL);
}

static inline int prepare(sqlite3 *db, const char *sql, sqlite3_stmt **statement) {
  return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

/// Fetches all rows of a statement as often as told, inside of one BEGIN; then finalizes it.
///
/// Always inlined, so that the functions of a row are, too.
__attribute__((always_inline)) static inline int fetch_rows(
    sqlite3 *db, sqlite3_stmt *statement, size_t size,
    void (*read)(sqlite3_stmt *, void *row, tuned_arena *arena),
    int64_t (*checksum_of)(const void *row), int repetitions, int64_t *checksum) {
  uint64_t sum = 0;
  int code = begin(db);
  // What the last fetch took is what the next one begins with.
  size_t capacity = 16, texts = 0;
  for (int i = 0; i < repetitions && code == SQLITE_OK; i++) {
    size_t count = 0;
    char *rows = malloc(capacity * size);
    tuned_arena arena = new_arena(texts);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
      if (count == capacity) rows = realloc(rows, (capacity *= 2) * size);
      read(statement, rows + size * count++, &arena);
    }
    code = sqlite3_reset(statement);
    consume(rows);
    for (size_t row = 0; checksum && row < count; row++) {
      sum += (uint64_t)checksum_of(rows + row * size);
    }
    texts = arena.size;
    free_arena(&arena);
    free(rows);
  }
  sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
  sqlite3_finalize(statement);
  if (checksum) *checksum = (int64_t)sum;
  return code;
}

#endif
