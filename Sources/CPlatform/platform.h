#ifndef ORM_CPLATFORM_PLATFORM_H
#define ORM_CPLATFORM_PLATFORM_H

#include <string.h>

#include "pages.h"
#include "stack.h"
#include "thread.h"
#include "threads.h"

// Whether two runs of bytes are the same. `memcmp` itself comes from a module whose name differs
// from platform to platform.
static inline int orm_bytes_are_equal(const void *left, const void *right, size_t count) {
  return count == 0 || memcmp(left, right, count) == 0;
}

#endif
