#ifndef ORM_CPLATFORM_PLATFORM_H
#define ORM_CPLATFORM_PLATFORM_H

#include <string.h>

#include "pages.h"
#include "stack.h"
#include "thread.h"
#include "threads.h"

// Whether `count` bytes are the same. Swift code can't call `memcmp` itself without importing a
// module whose name depends on the platform.
static inline int orm_bytes_are_equal(const void *left, const void *right, size_t count) {
  return count == 0 || memcmp(left, right, count) == 0;
}

#endif
