#if canImport(Runtime)
  import Runtime
#endif

/// Where in a program, or in a test, the package was called.
enum CallSite {
  /// The folder of this package's own code.
  private static let ownFolder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")

  /// The file and the line of the innermost call that is not this package's own, where the system can
  /// tell.
  @Sendable
  static func current() -> String? {
    #if canImport(Runtime)
      guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return nil }
      guard
        let backtrace = try? Backtrace.capture(limit: 32, top: 0).symbolicated(
          options: [.showSourceLocations, .useSymbolCache])
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
      || ["ORM", "ORMCore", "ORMTesting"].contains { module in
        path.hasPrefix("/\(ownFolder)/\(module)/")
      }
  }
}
