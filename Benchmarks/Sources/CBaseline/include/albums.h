#ifndef BASELINE_ALBUMS_H
#define BASELINE_ALBUMS_H

#include "database.h"

// Artists have albums, albums have tracks.

/// Makes the three tables, with this many artists of 5 albums of 10 tracks each.
int baseline_albums_create(sqlite3 *db, int artists);
/// Fetches the titles of an artist's tracks by a join of the three tables with five conditions, whose
/// values change from call to call.
int baseline_albums_join(sqlite3 *db, int artists, int calls, int64_t *checksum);

#endif
