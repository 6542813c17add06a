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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The `size="…"` that comes next after a word.
static size_t size_after(const char *text, const char *word) {
  const char *found = strstr(text, word);
  if (found) found = strstr(found, "size=\"");
  return found ? strtoull(found + strlen("size=\""), NULL, 10) : 0;
}

// `mallinfo2` tells of the first arena alone, and threads have others: `malloc_info` tells of each,
// as XML, with the sums after the last.
size_t heap_bytes(void) {
  char *text = NULL;
  size_t length = 0;
  FILE *stream = open_memstream(&text, &length);
  if (!stream) return 0;
  malloc_info(0, stream);
  fclose(stream);
  if (!text) return 0;
  const char *sums = text;
  for (const char *end; (end = strstr(sums, "</heap>"));) sums = end + strlen("</heap>");
  size_t bytes = size_after(sums, "<system type=\"current\"") - size_after(sums, "type=\"fast\"") -
                 size_after(sums, "type=\"rest\"") + size_after(sums, "type=\"mmap\"");
  free(text);
  return bytes;
}
#endif
