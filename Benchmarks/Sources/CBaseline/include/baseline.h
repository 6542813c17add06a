#ifndef BASELINE_H
#define BASELINE_H

// The same rows and statements as in Swift, by hand, in C: what all others are measured against.
//
// Each function that runs a workload prepares its statements once, copies every text and BLOB that it
// reads, and frees what it copied. It returns 0 or a result code of SQLite. Where `checksum` is NULL, it
// does the work and nothing more; otherwise it also adds up what it has read.

#include <sqlite3.h>
#include <stdint.h>

#include "albums.h"
#include "commits.h"
#include "contention.h"
#include "database.h"
#include "documents.h"
#include "lists.h"
#include "numbers.h"
#include "orders.h"
#include "people.h"
#include "purchases.h"
#include "schema.h"
#include "users.h"
#include "web.h"

#endif
