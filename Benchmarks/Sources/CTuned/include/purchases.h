#ifndef TUNED_PURCHASES_H
#define TUNED_PURCHASES_H

#include <baseline.h>

// What the functions of the same names do in CBaseline.

int tuned_purchases_calls(sqlite3 *db, baseline_purchases_call kind, int rows, int calls,
                          int64_t *checksum);
int tuned_purchases_scan(sqlite3 *db, int64_t *checksum);
int tuned_purchases_first(sqlite3 *db, int repetitions, int64_t *checksum);
int tuned_purchases_pages(sqlite3 *db, int size, int pages, int64_t *checksum);
int tuned_purchases_fetch(sqlite3 *db, int64_t *checksum);
int tuned_purchases_commit(sqlite3 *db, int is_insert, int rows, int calls, int64_t *checksum);
int tuned_open_find_close(const char *path, int rows, int repetitions, int64_t *checksum);
int tuned_documents_fetch(sqlite3 *db, int64_t *checksum);
const baseline_web_program *tuned_web(void);

#endif
