#pragma once

#include <stddef.h>

/// How many bytes the process has allocated and not freed. What the allocator keeps for later does
/// not count, so that a leak of some hundred bytes a thousand calls is seen.
size_t heap_bytes(void);
