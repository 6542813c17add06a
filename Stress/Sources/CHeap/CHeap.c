#include "CHeap.h"

#if defined(__APPLE__)
#include <malloc/malloc.h>

size_t heap_bytes(void) {
  malloc_statistics_t state;
  malloc_zone_statistics(NULL, &state);
  return state.size_in_use;
}
#else
#include <malloc.h>

size_t heap_bytes(void) {
  struct mallinfo2 state = mallinfo2();
  return state.uordblks + state.hblkhd;
}
#endif
