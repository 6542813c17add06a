#ifndef ORM_CSQLITE_LOG_H
#define ORM_CSQLITE_LOG_H

#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

// The header of a write-ahead log's index, which all connections to a file share: each commit writes another one, into
// the first 48 bytes of the `-shm` file. <https://www.sqlite.org/walformat.html#the_wal_index_header>
typedef struct {
  uint64_t words[6];
} orm_log_header;

// Where the index of the main database's log is in memory, as long as the connection is open; NULL if that can't be told.
// It must only be called while the connection reads from a file with a log: otherwise it would make an index.
static inline const void *orm_log_index(sqlite3 *db) {
  sqlite3_file *file = NULL;
  void volatile *index = NULL;
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file ||
      !file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) {
    return NULL;
  }
  // The first 32 KiB, which are there; nothing is added to the file.
  if (file->pMethods->xShmMap(file, 0, 32768, 0, &index) != SQLITE_OK) return NULL;
  return (const void *)index;
}

// Reads the header that is there now. It may be one that is half written, which no later one is the same as: SQLite counts
// its commits in it, and sums it up.
static inline orm_log_header orm_log_header_at(const void *index) {
  orm_log_header header;
  const uint64_t *words = (const uint64_t *)index;
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  for (int i = 0; i < 6; i++) header.words[i] = __atomic_load_n(words + i, __ATOMIC_RELAXED);
  return header;
}

static inline int orm_log_header_is(const void *index, const orm_log_header *header) {
  const uint64_t *words = (const uint64_t *)index;
  uint64_t difference = 0;
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  for (int i = 0; i < 6; i++) {
    difference |= __atomic_load_n(words + i, __ATOMIC_RELAXED) ^ header->words[i];
  }
  return difference == 0;
}

// A number of 32 bits in the header, in the order of the machine.
static inline uint32_t orm_log_number_at(const orm_log_header *header, size_t offset) {
  uint32_t number;
  memcpy(&number, (const char *)header + offset, sizeof number);
  return number;
}

// Whether the header is one of the version that is known here, 3007000, and was written to its end once.
static inline int orm_log_header_is_known(const orm_log_header *header) {
  return orm_log_number_at(header, 0) == 3007000 && ((const unsigned char *)header)[12] == 1;
}

// How many pages the log has.
static inline uint32_t orm_log_pages(const orm_log_header *header) {
  return orm_log_number_at(header, 16);
}

// Whether all of the log is in the database's file: who begins to read now reads nothing from the log, which can begin
// again meanwhile. How many pages are there stands behind the two copies of the header.
static inline int orm_log_is_copied(const void *index, const orm_log_header *header) {
  return __atomic_load_n((const uint32_t *)index + 24, __ATOMIC_RELAXED) == orm_log_pages(header);
}

#endif
