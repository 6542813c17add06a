#ifndef ORM_CSQLITE_SHIM_H
#define ORM_CSQLITE_SHIM_H

#include <sqlite3.h>
#include <string.h>

// `sqlite3_db_config` takes variable arguments, which Swift does not import. This is its form for
// the options that take a number and report the number now in force through `result`, which may be
// NULL: all of SQLITE_DBCONFIG_* but MAINDBNAME and LOOKASIDE.
// <https://www.sqlite.org/c3ref/c_dbconfig_defensive.html>
static inline int orm_sqlite3_db_config_int(sqlite3 *db, int option, int value, int *result) {
  return sqlite3_db_config(db, option, value, result);
}

// Whether two runs of bytes are the same. `memcmp` itself comes from a module whose name differs
// from platform to platform.
static inline int orm_bytes_are_equal(const void *left, const void *right, size_t count) {
  return memcmp(left, right, count) == 0;
}

// `SQLITE_TRANSIENT` is a cast that Swift does not import: these two have SQLite copy the bytes. No bytes
// at no address are an empty value and not NULL.
static inline void orm_sqlite3_result_text(
    sqlite3_context *context, const char *text, sqlite3_uint64 count) {
  sqlite3_result_text64(context, text ? text : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline void orm_sqlite3_result_blob(
    sqlite3_context *context, const void *bytes, sqlite3_uint64 count) {
  sqlite3_result_blob64(context, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

// SQLite declares and builds these functions only with the options SQLITE_ENABLE_PREUPDATE_HOOK and
// SQLITE_ENABLE_SESSION, of which the installed header does not tell what the library was built with. So
// they are looked for when the program runs: by a weak symbol, or on Apple's platforms, whose linker
// wants a definition of these as well, by name.
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

// Whether the library has the hook; `sqlite3_preupdate_blobwrite` came last, in 3.36.
static inline int orm_sqlite3_has_preupdate_hook(void) {
  return ORM_OPTIONAL(sqlite3_preupdate_hook) && ORM_OPTIONAL(sqlite3_preupdate_old) &&
      ORM_OPTIONAL(sqlite3_preupdate_new) && ORM_OPTIONAL(sqlite3_preupdate_count) &&
      ORM_OPTIONAL(sqlite3_preupdate_blobwrite);
}

// To be called only where the library has the hook, as are those below.
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

#endif
