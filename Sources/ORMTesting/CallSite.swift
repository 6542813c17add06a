public import ORM

#if canImport(Runtime)
  import Runtime
#endif

extension CallSiteFinder {
  /// Finds the file and the line of the innermost call that is not this package's own, by the stack
  /// of the thread and of the task: on Linux, and on Apple's systems from 26 on.
  ///
  /// ```swift
  /// configuration.callSites = .stack
  /// // UNIQUE constraint failed: … [SQLITE_CONSTRAINT_UNIQUE], called at …/MyTests.swift:12 in …
  /// ```
  ///
  /// The databases of the trait `.database(…)` have it. An error notes addresses, which takes half
  /// a millisecond; the line is looked up when the error is printed, which takes some hundredths of
  /// a second. Ask for this before a database is open in a file.
  public static var stack: CallSiteFinder {
    #if canImport(Runtime)
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { _ = Stack.images }
    #endif
    return CallSiteFinder { Stack.current() }
  }
}

private enum Stack {
  /// The folder of this package's own modules.
  private static let ownFolder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
  /// What the names of these modules' symbols begin with.
  private static let ownPrefixes = ["ORM", "ORMCore", "ORMSQLite", "ORMSchema", "ORMTesting"].map {
    "$s\($0.utf8.count)\($0)"
  }

  #if canImport(Runtime)
    /// The program and its libraries.
    ///
    /// They are looked for once: to do so (6.3), every file that is mapped is read at its address,
    /// and where another thread unmaps one meanwhile, as SQLite does with the shared memory of a
    /// database that is closed, the process ends.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    static let images = ImageMap.capture()
  #endif

  /// Notes the calls that led here.
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
    /// Each frame of the stack as a backtrace of its own, the innermost first. What is cut off
    /// behind it takes the place of a second frame.
    ///
    /// Lines are looked up for all frames of a backtrace, which takes 2 s for a whole stack in a
    /// program of 118 MB, and one line is wanted.
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
