#ifndef ORM_FUZZER_H
#define ORM_FUZZER_H

#include <stddef.h>
#include <stdint.h>

// libFuzzer as a library, which `-sanitize=fuzzer` links.
// <https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library>
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*useInput)(const uint8_t *bytes, size_t count));

#endif
