#if canImport(Runtime)
  import Runtime
#endif

/// Where in a program, or in a test, the package was called.
enum CallSite {
  /// The folder of this package's own code.
  private static let ownFolder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")

  #if canImport(Runtime)
    /// The program and its libraries.
    ///
    /// They are looked for once: to do so (6.3), every file that is mapped is read at its address,
    /// and where another thread unmaps one meanwhile, as SQLite does with the shared memory of a
    /// database that is closed, the process ends.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    private static let images = ImageMap.capture()
  #endif

  /// What finds call sites. It is to be asked for before a database is open in a file.
  static func finder() -> @Sendable () -> String? {
    #if canImport(Runtime)
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { _ = images }
    #endif
    return current
  }

  /// The file and the line of the innermost call that is not this package's own, where the system
  /// can tell.
  @Sendable
  private static func current() -> String? {
    #if canImport(Runtime)
      guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return nil }
      guard
        let backtrace = try? Backtrace.capture(limit: 32, top: 0, images: images).symbolicated(
          with: images, options: [.showSourceLocations, .useSymbolCache])
      else { return nil }
      for frame in backtrace.frames {
        guard let location = frame.symbol?.sourceLocation, location.line > 0,
          !isOwn(location.path), !location.path.contains("/swift-generated-sources/")
        else { continue }
        return "\(location.path):\(location.line)"
      }
    #endif
    return nil
  }

  private static func isOwn(_ path: String) -> Bool {
    path.hasPrefix("/<")
      || ["ORM", "ORMCore", "ORMSQLite", "ORMTesting"].contains { module in
        path.hasPrefix("/\(ownFolder)/\(module)/")
      }
  }
}
