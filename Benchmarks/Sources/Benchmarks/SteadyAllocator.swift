import Foundation

enum SteadyAllocator {
  /// Starts this program again with an allocator that keeps its memory.
  ///
  /// glibc gives the top of the heap back after a large fetch and takes it again, page fault by page
  /// fault, in the next; that alone makes the same code differ by half.
  static func restart() throws {
    #if os(Linux)
      guard getenv("MALLOC_TRIM_THRESHOLD_") == nil else { return }
      setenv("MALLOC_MMAP_THRESHOLD_", "1073741824", 1)
      setenv("MALLOC_TRIM_THRESHOLD_", "8589934592", 1)
      setenv("MALLOC_TOP_PAD_", "16777216", 1)
      var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
      execv("/proc/self/exe", &arguments)
    #endif
  }
}
