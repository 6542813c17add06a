#ifndef ORM_CPLATFORM_PAGES_H
#define ORM_CPLATFORM_PAGES_H

#include <stddef.h>
#include <sys/mman.h>

// Allocates memory that returns to the system when it is freed: `free` keeps all but the largest blocks for later
// allocations. Returns NULL if the system refuses.
static inline void *orm_pages_allocate(size_t size) {
  void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  return pages == MAP_FAILED ? NULL : pages;
}

static inline void orm_pages_free(void *pages, size_t size) { munmap(pages, size); }

#endif
