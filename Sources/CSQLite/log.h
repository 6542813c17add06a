#ifndef ORM_CSQLITE_LOG_H
#define ORM_CSQLITE_LOG_H

#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

// The header of a write-ahead log's index, which all connections to a file share. Each commit writes a different header
// to the first 48 bytes of the `-shm` file. <https://www.sqlite.org/walformat.html#the_wal_index_header>
typedef struct {
  uint64_t words[6];
} orm_log_header;

// Returns the address of the index of the main database's log, which is valid while the connection is open; NULL if the
// address is not known. Call it only while the connection reads from a file with a log: otherwise it would create an
// index.
static inline const void *orm_log_index(sqlite3 *db) {
  sqlite3_file *file = NULL;
  void volatile *index = NULL;
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file ||
      !file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) {
    return NULL;
  }
  // The first 32 KiB exist already, so this does not extend the file.
  if (file->pMethods->xShmMap(file, 0, 32768, 0, &index) != SQLITE_OK) return NULL;
  return (const void *)index;
}

// Reads the current header. It may be half written, but then no later header equals it, because a header contains a
// count of the commits and a checksum.
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

// A 32-bit number in the header, in the byte order of the machine.
static inline uint32_t orm_log_number_at(const orm_log_header *header, size_t offset) {
  uint32_t number;
  memcpy(&number, (const char *)header + offset, sizeof number);
  return number;
}

// Whether the header has the version that is known here, 3007000, and is initialized.
static inline int orm_log_header_is_known(const orm_log_header *header) {
  return orm_log_number_at(header, 0) == 3007000 && ((const unsigned char *)header)[12] == 1;
}

// The number of pages in the log.
static inline uint32_t orm_log_pages(const orm_log_header *header) {
  return orm_log_number_at(header, 16);
}

// Whether all pages of the log have been copied into the database file: a read that begins now reads nothing from the
// log, which can restart during that read. The number of copied pages follows the two copies of the header.
static inline int orm_log_is_copied(const void *index, const orm_log_header *header) {
  return __atomic_load_n((const uint32_t *)index + 24, __ATOMIC_RELAXED) == orm_log_pages(header);
}

#endif
