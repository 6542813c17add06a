#ifndef ORM_CSQLITE_SHIM_H
#define ORM_CSQLITE_SHIM_H

#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

#include "direct.h"
#include "list.h"
#include "log.h"

// Swift does not import `sqlite3_db_config`, because it takes variable arguments. This function is
// for the options that take a number and return the current one in `result`, which may be NULL: all
// of SQLITE_DBCONFIG_* except MAINDBNAME and LOOKASIDE.
// <https://www.sqlite.org/c3ref/c_dbconfig_defensive.html>
static inline int orm_sqlite3_db_config_int(sqlite3 *db, int option, int value, int *result) {
  return sqlite3_db_config(db, option, value, result);
}

// Whether a text of up to 64 bytes is ASCII. ASCII text is valid UTF-8, and this check takes fewer steps than decoding
// the text and comparing the result with it.
static inline int orm_is_short_ascii(const void *text, size_t count) {
  const char *bytes = (const char *)text;
  uint64_t all = 0, word;
  if (count > 64) return 0;
  if (count < 8) {
    for (size_t index = 0; index < count; index++) all |= (uint64_t)bytes[index];
    return (all & 0x80) == 0;
  }
  for (size_t index = 0; index + 8 < count; index += 8) {
    memcpy(&word, bytes + index, 8);
    all |= word;
  }
  // The last eight bytes may overlap the previous eight.
  memcpy(&word, bytes + count - 8, 8);
  return ((all | word) & 0x8080808080808080) == 0;
}

// Copies a text of up to 16 bytes, and returns whether it is ASCII. No other byte is read or written: if the text is
// longer than a word, its last word overlaps its first one.
static inline int orm_copy_short_text(void *copy, const void *text, size_t count) {
  unsigned char *to = (unsigned char *)copy;
  const unsigned char *from = (const unsigned char *)text;
  if (count >= 8) {
    uint64_t first, last;
    memcpy(&first, from, 8);
    memcpy(&last, from + count - 8, 8);
    memcpy(to, &first, 8);
    memcpy(to + count - 8, &last, 8);
    return ((first | last) & 0x8080808080808080) == 0;
  }
  if (count >= 4) {
    uint32_t first, last;
    memcpy(&first, from, 4);
    memcpy(&last, from + count - 4, 4);
    memcpy(to, &first, 4);
    memcpy(to + count - 4, &last, 4);
    return ((first | last) & 0x80808080) == 0;
  }
  if (count == 0) return 1;
  unsigned char first = from[0], middle = from[count / 2], last = from[count - 1];
  to[0] = first;
  to[count / 2] = middle;
  to[count - 1] = last;
  return ((first | middle | last) & 0x80) == 0;
}

// These two functions let SQLite copy the bytes: `SQLITE_TRANSIENT` is a cast, which Swift does not import.
// Without an address, the value is empty instead of NULL.
static inline void orm_sqlite3_result_text(
    sqlite3_context *context, const char *text, sqlite3_uint64 count) {
  sqlite3_result_text64(context, text ? text : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline void orm_sqlite3_result_blob(
    sqlite3_context *context, const void *bytes, sqlite3_uint64 count) {
  sqlite3_result_blob64(context, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

// SQLite declares and builds these functions only with the options SQLITE_ENABLE_PREUPDATE_HOOK and
// SQLITE_ENABLE_SESSION, and the installed header does not show whether the library was built with them.
// So the functions are looked up when the program runs: by a weak symbol or, on Apple platforms, where the
// linker requires a definition even of weak symbols, by name.
#ifdef __APPLE__
#include <dlfcn.h>
#define ORM_OPTIONAL(name) ((__typeof__(&name))dlsym(RTLD_DEFAULT, #name))
#define ORM_WEAK
#else
#define ORM_OPTIONAL(name) (&name)
#define ORM_WEAK __attribute__((weak))
#endif

// <https://www.sqlite.org/c3ref/preupdate_blobwrite.html>
typedef void (*orm_sqlite3_preupdate_callback)(
    void *context, sqlite3 *db, int operation, const char *database, const char *table,
    sqlite3_int64 oldKey, sqlite3_int64 newKey);
ORM_WEAK void *sqlite3_preupdate_hook(
    sqlite3 *, void (*)(void *, sqlite3 *, int, const char *, const char *, sqlite3_int64, sqlite3_int64),
    void *);
ORM_WEAK int sqlite3_preupdate_old(sqlite3 *, int, sqlite3_value **);
ORM_WEAK int sqlite3_preupdate_new(sqlite3 *, int, sqlite3_value **);
ORM_WEAK int sqlite3_preupdate_count(sqlite3 *);
ORM_WEAK int sqlite3_preupdate_blobwrite(sqlite3 *);

// Whether the library has the hook. `sqlite3_preupdate_blobwrite` is its newest function, from 3.36.
static inline int orm_sqlite3_has_preupdate_hook(void) {
  return ORM_OPTIONAL(sqlite3_preupdate_hook) && ORM_OPTIONAL(sqlite3_preupdate_old) &&
      ORM_OPTIONAL(sqlite3_preupdate_new) && ORM_OPTIONAL(sqlite3_preupdate_count) &&
      ORM_OPTIONAL(sqlite3_preupdate_blobwrite);
}

// This function and the ones below may be called only if the library has the hook.
static inline void orm_sqlite3_preupdate_hook(
    sqlite3 *db, orm_sqlite3_preupdate_callback callback, void *context) {
  ORM_OPTIONAL(sqlite3_preupdate_hook)(db, callback, context);
}

static inline int orm_sqlite3_preupdate_old(sqlite3 *db, int column, sqlite3_value **value) {
  return ORM_OPTIONAL(sqlite3_preupdate_old)(db, column, value);
}

static inline int orm_sqlite3_preupdate_new(sqlite3 *db, int column, sqlite3_value **value) {
  return ORM_OPTIONAL(sqlite3_preupdate_new)(db, column, value);
}

static inline int orm_sqlite3_preupdate_count(sqlite3 *db) {
  return ORM_OPTIONAL(sqlite3_preupdate_count)(db);
}

static inline int orm_sqlite3_preupdate_blobwrite(sqlite3 *db) {
  return ORM_OPTIONAL(sqlite3_preupdate_blobwrite)(db);
}

// SQLite's header declares these only with SQLITE_ENABLE_SESSION. <https://www.sqlite.org/session/intro.html>
typedef struct sqlite3_session sqlite3_session;
typedef struct sqlite3_changeset_iter sqlite3_changeset_iter;
ORM_WEAK int sqlite3session_create(sqlite3 *, const char *, sqlite3_session **);
ORM_WEAK void sqlite3session_delete(sqlite3_session *);
ORM_WEAK int sqlite3session_attach(sqlite3_session *, const char *);
ORM_WEAK int sqlite3session_changeset(sqlite3_session *, int *, void **);
ORM_WEAK int sqlite3changeset_start(sqlite3_changeset_iter **, int, void *);
ORM_WEAK int sqlite3changeset_next(sqlite3_changeset_iter *);
ORM_WEAK int sqlite3changeset_op(sqlite3_changeset_iter *, const char **, int *, int *, int *);
ORM_WEAK int sqlite3changeset_pk(sqlite3_changeset_iter *, unsigned char **, int *);
ORM_WEAK int sqlite3changeset_old(sqlite3_changeset_iter *, int, sqlite3_value **);
ORM_WEAK int sqlite3changeset_new(sqlite3_changeset_iter *, int, sqlite3_value **);
ORM_WEAK int sqlite3changeset_conflict(sqlite3_changeset_iter *, int, sqlite3_value **);
ORM_WEAK int sqlite3changeset_fk_conflicts(sqlite3_changeset_iter *, int *);
ORM_WEAK int sqlite3changeset_finalize(sqlite3_changeset_iter *);
ORM_WEAK int sqlite3changeset_invert(int, const void *, int *, void **);
ORM_WEAK int sqlite3changeset_concat(int, void *, int, void *, int *, void **);
ORM_WEAK int sqlite3changeset_apply(
    sqlite3 *, int, void *, int (*)(void *, const char *),
    int (*)(void *, int, sqlite3_changeset_iter *), void *);

#ifndef SQLITE_CHANGESET_DATA
#define SQLITE_CHANGESET_DATA 1
#define SQLITE_CHANGESET_NOTFOUND 2
#define SQLITE_CHANGESET_CONFLICT 3
#define SQLITE_CHANGESET_CONSTRAINT 4
#define SQLITE_CHANGESET_FOREIGN_KEY 5
#define SQLITE_CHANGESET_OMIT 0
#define SQLITE_CHANGESET_REPLACE 1
#define SQLITE_CHANGESET_ABORT 2
#endif

// Whether the library has the session functions, which are all built together.
static inline int orm_sqlite3_has_session(void) {
  return orm_sqlite3_has_preupdate_hook() && ORM_OPTIONAL(sqlite3session_create) &&
      ORM_OPTIONAL(sqlite3changeset_apply);
}

static inline int orm_sqlite3session_create(sqlite3 *db, const char *name, sqlite3_session **session) {
  return ORM_OPTIONAL(sqlite3session_create)(db, name, session);
}

static inline void orm_sqlite3session_delete(sqlite3_session *session) {
  ORM_OPTIONAL(sqlite3session_delete)(session);
}

static inline int orm_sqlite3session_attach(sqlite3_session *session, const char *table) {
  return ORM_OPTIONAL(sqlite3session_attach)(session, table);
}

static inline int orm_sqlite3session_changeset(sqlite3_session *session, int *count, void **bytes) {
  return ORM_OPTIONAL(sqlite3session_changeset)(session, count, bytes);
}

static inline int orm_sqlite3changeset_start(
    sqlite3_changeset_iter **iterator, int count, void *bytes) {
  return ORM_OPTIONAL(sqlite3changeset_start)(iterator, count, bytes);
}

static inline int orm_sqlite3changeset_next(sqlite3_changeset_iter *iterator) {
  return ORM_OPTIONAL(sqlite3changeset_next)(iterator);
}

static inline int orm_sqlite3changeset_op(
    sqlite3_changeset_iter *iterator, const char **table, int *count, int *operation, int *isIndirect) {
  return ORM_OPTIONAL(sqlite3changeset_op)(iterator, table, count, operation, isIndirect);
}

static inline int orm_sqlite3changeset_pk(
    sqlite3_changeset_iter *iterator, unsigned char **isKey, int *count) {
  return ORM_OPTIONAL(sqlite3changeset_pk)(iterator, isKey, count);
}

static inline int orm_sqlite3changeset_old(
    sqlite3_changeset_iter *iterator, int column, sqlite3_value **value) {
  return ORM_OPTIONAL(sqlite3changeset_old)(iterator, column, value);
}

static inline int orm_sqlite3changeset_new(
    sqlite3_changeset_iter *iterator, int column, sqlite3_value **value) {
  return ORM_OPTIONAL(sqlite3changeset_new)(iterator, column, value);
}

static inline int orm_sqlite3changeset_conflict(
    sqlite3_changeset_iter *iterator, int column, sqlite3_value **value) {
  return ORM_OPTIONAL(sqlite3changeset_conflict)(iterator, column, value);
}

static inline int orm_sqlite3changeset_fk_conflicts(sqlite3_changeset_iter *iterator, int *count) {
  return ORM_OPTIONAL(sqlite3changeset_fk_conflicts)(iterator, count);
}

static inline int orm_sqlite3changeset_finalize(sqlite3_changeset_iter *iterator) {
  return ORM_OPTIONAL(sqlite3changeset_finalize)(iterator);
}

static inline int orm_sqlite3changeset_invert(int count, void *bytes, int *outCount, void **out) {
  return ORM_OPTIONAL(sqlite3changeset_invert)(count, bytes, outCount, out);
}

static inline int orm_sqlite3changeset_concat(
    int count, void *bytes, int otherCount, void *otherBytes, int *outCount, void **out) {
  return ORM_OPTIONAL(sqlite3changeset_concat)(count, bytes, otherCount, otherBytes, outCount, out);
}

static inline int orm_sqlite3changeset_apply(
    sqlite3 *db, int count, void *bytes,
    int (*onConflict)(void *context, int kind, sqlite3_changeset_iter *iterator), void *context) {
  return ORM_OPTIONAL(sqlite3changeset_apply)(db, count, bytes, 0, onConflict, context);
}

#endif
