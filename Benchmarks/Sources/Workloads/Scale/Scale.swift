import Foundation
import ORM

/// How the library's costs grow with what it is given: tables, columns, values.
public struct Scale: Codable, Sendable {
  /// What was measured at one size.
  public struct Point: Codable, Sendable {
    public let size: Int
    /// In the unit that the series names.
    public let value: Double
  }

  /// One figure at several sizes.
  public struct Series: Codable, Sendable {
    public let name: String
    public let unit: String
    public var points: [Point] = []
  }

  /// By the number of rows in the table.
  public private(set) var byRows: [Series] = []
  /// By the number of a struct's columns.
  public private(set) var byColumns: [Series] = []
  /// By the bytes of a value.
  public private(set) var byBytes: [Series] = []
  /// What costs something though there is nothing to do; the size is 1.
  public private(set) var nothing: [Series] = []
  /// What settings of a connection cost or save; the size is 1.
  public private(set) var settings: [Series] = []

  /// - Parameter largest: How many rows the largest table has.
  public static func measured(largest: Int) async throws -> Scale {
    var scale = Scale()
    let folder = URL.temporaryDirectory.appending(path: "orm-scale-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    scale.byRows = try await growth(in: folder, largest: largest)
    scale.byColumns = try await widths()
    scale.byBytes = try await values(largest: min(10_000_000, largest))
    scale.nothing = try await nothing(in: folder)
    scale.settings = try await settings(in: folder)
    return scale
  }
}

/// Nanoseconds of one of `count` calls: the least of three rounds.
func nanoseconds(of count: Int, rounds: Int = 3, _ body: () async throws -> Void) async rethrows
  -> Double
{
  var least = Double.infinity
  let clock = ContinuousClock()
  for _ in 0..<rounds {
    let start = clock.now
    try await body()
    least = min(least, (clock.now - start) / .nanoseconds(count))
  }
  return least
}
