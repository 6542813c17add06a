#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Prints a line at once, also where the output is read by another program.
func say(_ line: String) {
  print(line)
  fflush(nil)
}
