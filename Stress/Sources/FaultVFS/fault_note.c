#include "FaultVFS.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static char kept[201];
static atomic_int is_watching;

static void say_note(int signal_number) {
  // Only what a signal handler may call.
  static const char words[] = "\ncrashed at: ";
  (void)!write(STDERR_FILENO, words, sizeof words - 1);
  (void)!write(STDERR_FILENO, kept, strlen(kept));
  (void)!write(STDERR_FILENO, "\n", 1);
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

void fault_note(const char *note) {
  strncpy(kept, note, sizeof kept - 1);
  if (atomic_exchange(&is_watching, 1)) return;
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
  for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++) {
    signal(crashes[index], say_note);
  }
}
