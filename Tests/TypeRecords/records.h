#ifndef ORM_TYPE_RECORDS_H
#define ORM_TYPE_RECORDS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The types of this program that conform to a protocol, found as the runtime finds them: each conformance has a
// record in a section of its own. Tests ask for all tables that way, `private` ones too, so that none is forgotten.
//
// The layout is Swift's stable one: https://github.com/swiftlang/swift/blob/main/include/swift/ABI/Metadata.h

#if defined(__ELF__)

extern const int32_t orm_conformances_start __asm__("__start_swift5_protocol_conformances")
    __attribute__((weak, visibility("hidden")));
extern const int32_t orm_conformances_stop __asm__("__stop_swift5_protocol_conformances")
    __attribute__((weak, visibility("hidden")));

static inline const char *orm_relative(const int32_t *field) {
  return (const char *)field + *field;
}

// What a field leads to that may lead to a pointer instead, and says so by its last bit.
static inline const char *orm_indirectable(const int32_t *field) {
  const char *place = (const char *)field + (*field & ~1);
  return *field & 1 ? *(const char *const *)place : place;
}

struct orm_metadata_response {
  const void *metadata;
  size_t state;
};

// The metadata of the next type that is not generic and conforms to a protocol of this name; `position` is 0 at first.
static inline const void *orm_next_conforming(const char *protocol, size_t *position) {
  const int32_t *start = &orm_conformances_start;
  size_t count = (size_t)(&orm_conformances_stop - start);
  while (*position < count) {
    const int32_t *record = (const int32_t *)orm_relative(start + (*position)++);
    const char *described = orm_indirectable(record);
    if (described == NULL) continue;
    if (strcmp(orm_relative((const int32_t *)(described + 8)), protocol) != 0) continue;
    uint32_t kind = ((uint32_t)record[3] >> 3) & 7;
    if (kind > 1) continue;
    const char *type = orm_relative(record + 1);
    if (kind == 1) type = *(const char *const *)type;
    if (type == NULL || (*(const uint32_t *)type & 0x80) != 0) continue;
    const void *accessor = orm_relative((const int32_t *)(type + 12));
    typedef __attribute__((swiftcall)) struct orm_metadata_response (*metadata_accessor)(size_t);
    return ((metadata_accessor)accessor)(0).metadata;
  }
  return NULL;
}

#else

static inline const void *orm_next_conforming(const char *protocol, size_t *position) {
  return NULL;
}

#endif

#endif
