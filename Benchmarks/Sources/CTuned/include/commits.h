#ifndef TUNED_COMMITS_H
#define TUNED_COMMITS_H

#include <sqlite3.h>
#include <stdint.h>

/// Inserts so many purchases of one kind, or updates so many by their keys, in a transaction each.
int tuned_purchases_commit(sqlite3 *db, int is_insert, int rows, int calls, int64_t *checksum);
/// Opens the file, finds a purchase by its key, and closes the file, as often as told.
int tuned_open_find_close(const char *path, int rows, int repetitions, int64_t *checksum);
/// Fetches all purchases into an array with room for twice as many each time that it is full.
int tuned_purchases_fetch(sqlite3 *db, int64_t *checksum);
/// Makes the table `document` of so many rows with a JSON text each.
int tuned_documents_create(sqlite3 *db, int rows);
/// Fetches all of them, by the JSON functions of SQLite for each of the members.
int tuned_documents_fetch(sqlite3 *db, int64_t *checksum);

#endif
