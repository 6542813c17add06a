#ifndef ORM_CPLATFORM_PAGES_H
#define ORM_CPLATFORM_PAGES_H

#include <stddef.h>
#include <sys/mman.h>

// Memory that goes back to the system when it is freed, which `free` keeps for later of all but the largest blocks. NULL
// where there is none.
static inline void *orm_pages_allocate(size_t size) {
  void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  return pages == MAP_FAILED ? NULL : pages;
}

static inline void orm_pages_free(void *pages, size_t size) { munmap(pages, size); }

#endif
