#pragma once

#include <stddef.h>

/// How many bytes the process has allocated and not freed, in all of the allocator's arenas. What the
/// allocator keeps for later does not count, so that a leak of some bytes a call is seen. 0 where it
/// can't be told.
size_t heap_bytes(void);
