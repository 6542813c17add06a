public import ORM

#if canImport(Runtime)
  import Runtime
#endif

extension CallSiteFinder {
  /// Finds the file and line of the innermost call outside of this package, from the stacks of the
  /// thread and the task. It works on Linux, and on Apple platforms from version 26.
  ///
  /// ```swift
  /// configuration.callSites = .stack
  /// // UNIQUE constraint failed: … [SQLITE_CONSTRAINT_UNIQUE], called at …/MyTests.swift:12 in …
  /// ```
  ///
  /// The trait `.database(…)` uses it by default. Recording the addresses of an error costs half a
  /// millisecond; looking up the line, when the error is printed, some hundredths of a second. Set
  /// it before any database file is opened.
  public static var stack: CallSiteFinder {
    #if canImport(Runtime)
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { _ = Stack.images }
    #endif
    return CallSiteFinder { Stack.current() }
  }
}

private enum Stack {
  /// The folder of this package's modules.
  private static let ownFolder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
  /// The prefixes of these modules' symbol names.
  private static let ownPrefixes = ["ORM", "ORMCore", "ORMSQLite", "ORMSchema", "ORMTesting"].map {
    "$s\($0.utf8.count)\($0)"
  }

  #if canImport(Runtime)
    /// The program and its libraries.
    ///
    /// They are captured once: capturing (6.3) reads every mapped file at its address, and if
    /// another thread unmaps one at that time, as SQLite does with the shared memory of a database
    /// that closes, the process crashes.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    static let images = ImageMap.capture()
  #endif

  /// Records the current call stack; the result looks up the line.
  static func current() -> @Sendable () -> String? {
    #if canImport(Runtime)
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        let frames = frames()
        return { place(in: frames) }
      }
    #endif
    return { nil }
  }

  #if canImport(Runtime)
    /// Each frame of the stack as a separate backtrace, the innermost first. The limit is 2 because
    /// a marker for the frames that are cut off takes up one.
    ///
    /// Symbolication looks up the lines of all frames of a backtrace, which takes 2 s for a whole
    /// stack in a program of 118 MB, and only one line is needed.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    private static func frames() -> [Backtrace] {
      var frames: [Backtrace] = []
      for offset in 0..<64 {
        guard
          let frame = try? Backtrace.capture(limit: 2, offset: offset, top: 0, images: images),
          frame.frames.contains(where: { _ in true })
        else { break }
        frames.append(frame)
      }
      return frames
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    private static func place(in frames: [Backtrace]) -> String? {
      for frame in frames {
        guard
          let name = frame.symbolicated(with: images, options: [])?.frames.first?.symbol?.rawName,
          !ownPrefixes.contains(where: name.hasPrefix),
          let symbolicated = frame.symbolicated(
            with: images, options: [.showSourceLocations, .useSymbolCache]),
          let location = symbolicated.frames.first?.symbol?.sourceLocation, location.line > 0,
          !isOwn(location.path), !location.path.contains("/swift-generated-sources/")
        else { continue }
        return "\(location.path):\(location.line)"
      }
      return nil
    }
  #endif

  private static func isOwn(_ path: String) -> Bool {
    path.hasPrefix("/<") || path.hasPrefix("/\(ownFolder)/")
  }
}
