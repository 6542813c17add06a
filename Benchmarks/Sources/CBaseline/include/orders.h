#ifndef BASELINE_ORDERS_H
#define BASELINE_ORDERS_H

#include "database.h"

/// A row in the shape of Northwind's `Orders`: 14 columns, of which all but the key may be NULL.
typedef struct {
  int64_t order_id;
  baseline_text customer_id;
  int64_t employee_id;
  baseline_text order_date, required_date, shipped_date;
  int64_t ship_via;
  double freight;
  baseline_text ship_name, ship_address, ship_city, ship_region, ship_postal_code, ship_country;
  int has_employee_id, has_ship_via, has_freight;
} baseline_order;

/// Makes the table with this many rows; Northwind has 830.
int baseline_orders_create(sqlite3 *db, int count);
/// Fetches all rows into an array, as often as told.
int baseline_orders_fetch(sqlite3 *db, int repetitions, int64_t *checksum);

#endif
