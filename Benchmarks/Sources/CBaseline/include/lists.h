#ifndef BASELINE_LISTS_H
#define BASELINE_LISTS_H

#include "database.h"

// The tables of `albums.h`, each row with the list of what belongs to it.

/// How the tracks of albums are found.
typedef enum {
  /// Those of some albums, by the albums' keys.
  baseline_lists_of_keys,
  /// Those of all albums, by a scan.
  baseline_lists_of_all,
  /// The longest three of each album, by a subquery for each key.
  baseline_lists_first,
  /// The same by a window function.
  baseline_lists_window,
} baseline_lists;

/// Has the index on the album of a track give its tracks by their length.
int baseline_lists_index(sqlite3 *db);
/// Fetches the first albums, each with tracks, as often as told.
int baseline_lists_fetch(sqlite3 *db, baseline_lists kind, int albums, int repetitions,
                         int64_t *checksum);
/// Fetches the first artists, each with its albums, each with its tracks, as often as told.
int baseline_lists_levels(sqlite3 *db, int artists, int repetitions, int64_t *checksum);

#endif
