import CSQLite
import ORMCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A collation in Swift: an order of texts.
///
/// ```swift
/// let localized = DatabaseCollation("localized") { $0.localizedStandardCompare($1) }
/// try db.add(localized)
///
/// let albums = try await db.fetch(Album.order { $0.title.collate(localized) })
/// // SELECT … FROM "album" ORDER BY "title" COLLATE "localized"
/// ```
///
/// A column uses it with `@Column(collate: "localized")`. An index on the column stores its order,
/// so the closure must always return the same result for the same texts; see
/// <https://www.sqlite.org/c3ref/create_collation.html>. Invalid UTF-8 is replaced before texts are
/// compared.
public struct DatabaseCollation: Sendable {
  /// The name in SQL.
  public let name: String
  let compare: @Sendable (String, String) -> ComparisonResult

  /// Creates a collation.
  ///
  /// - Parameters:
  ///   - name: The collation's name in SQL, where the case of ASCII letters is ignored.
  ///   - compare: Returns the order of the first text relative to the second.
  public init(
    _ name: String, compare: @escaping @Sendable (String, String) -> ComparisonResult
  ) {
    self.name = name
    self.compare = compare
  }

  func register(on connection: OpaquePointer) throws {
    let data = Unmanaged.passRetained(RegisteredCollation(self))
    let code = sqlite3_create_collation_v2(
      connection, name, SQLITE_UTF8, data.toOpaque(), RegisteredCollation.compare,
      RegisteredCollation.release)
    guard code == SQLITE_OK else {
      // Unlike with a function, SQLite does not release it if this fails.
      data.release()
      throw DatabaseError(code, on: connection)
    }
  }
}

extension SQLExpressible where Representation: TextRepresentation {
  /// Returns the text, compared and ordered with a collation in Swift.
  public func collate(_ collation: DatabaseCollation) -> SQLExpression<Representation> {
    collate(Collation(rawValue: collation.name))
  }
}

/// A collation on one connection: the context of its C callback.
private final class RegisteredCollation {
  let collation: DatabaseCollation

  init(_ collation: DatabaseCollation) { self.collation = collation }

  static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { data in
    if let data { Unmanaged<RegisteredCollation>.fromOpaque(data).release() }
  }

  static let compare:
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?
    ) -> Int32 = { data, leftCount, left, rightCount, right in
      guard let data else { return 0 }
      let registered = Unmanaged<RegisteredCollation>.fromOpaque(data).takeUnretainedValue()
      let left = text(left, leftCount)
      let right = text(right, rightCount)
      return Int32(registered.collation.compare(left, right).rawValue)
    }

  private static func text(_ start: UnsafeRawPointer?, _ count: Int32) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self)
  }
}
