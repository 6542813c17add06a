import ORMCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Steps by which a program changes its data, each run once in each database.
///
/// ```swift
/// let migrations = Migrations {
///   Step("2026-11 split names") { tx in
///     try tx.execute("UPDATE person SET first = substr(name, 1, instr(name, ' ') - 1)")
///   }
///   SQLFile(Bundle.module.url(forResource: "2026-12-genres", withExtension: "sql")!)
/// }
/// try await db.migrate(migrations)
/// ```
///
/// What the structs say needs no step:
/// ``Database/migrate(to:allowing:fill:converting:backup:progress:)`` brings tables to it. Steps
/// are for data that has to be computed, looked up or moved.
public struct Migrations: Sendable {
  /// The steps, in the order in which they run.
  public let steps: [Step]

  /// Migrations of these steps.
  public init(@MigrationsBuilder _ steps: () throws -> [Step]) rethrows { self.steps = try steps() }
}

/// One step of ``Migrations``.
public struct Step: Sendable {
  /// What a step comes before.
  public enum Point: Sendable, Hashable {
    /// The tables being brought to the schema: the step finds them as they were.
    case schema
  }

  /// The name by which it is noted that the step has run. It is never changed.
  public let name: String
  let point: Point?
  /// The SQL; nil of a closure.
  let sql: String?
  let body: @Sendable (isolated Connection) throws -> Void

  /// A step in Swift.
  ///
  /// - Parameters:
  ///   - name: The name by which it is noted that the step has run.
  ///   - point: What it comes before; by default it comes after the schema.
  ///   - body: Runs in a transaction, which is undone if it throws.
  public init(
    _ name: String, before point: Point? = nil,
    _ body: @escaping @Sendable (isolated Connection) throws -> Void
  ) {
    self.name = name
    self.point = point
    sql = nil
    self.body = body
  }

  /// A step in SQL, of one statement or several.
  ///
  /// Its text is noted by a checksum, for which it makes no difference how lines end.
  public init(_ name: String, before point: Point? = nil, sql: String) {
    self.name = name
    self.point = point
    self.sql = sql
    body = { connection in try connection.execute(script: SQL(stringLiteral: sql)) }
  }
}

extension Step {
  /// The checksum of the SQL; nil of a closure.
  var checksum: String? { sql?.checksumOfLines }
}

/// A step whose SQL is in a file; its name is the file's, without what is behind the last point.
public struct SQLFile: Sendable {
  /// The step.
  public let step: Step

  /// Reads the file.
  ///
  /// - Throws: ``DatabaseError`` with the code `cannotOpen` if it can't be read as UTF-8.
  public init(_ url: URL, before point: Step.Point? = nil) throws {
    guard let sql = try? String(contentsOf: url, encoding: .utf8) else {
      throw DatabaseError(
        extendedCode: .cannotOpen, message: "the file of a step can't be read as UTF-8",
        path: url.path)
    }
    step = Step(url.deletingPathExtension().lastPathComponent, before: point, sql: sql)
  }
}

/// Collects the steps of ``Migrations``.
@_documentation(visibility: internal)
@resultBuilder
public enum MigrationsBuilder {
  /// A step.
  public static func buildExpression(_ step: Step) -> [Step] { [step] }
  /// A step in a file.
  public static func buildExpression(_ file: SQLFile) -> [Step] { [file.step] }
  /// Steps that are made elsewhere.
  public static func buildExpression(_ steps: [Step]) -> [Step] { steps }
  /// The steps, one after the other.
  public static func buildBlock(_ steps: [Step]...) -> [Step] { steps.flatMap(\.self) }
  /// Steps if a condition holds.
  public static func buildOptional(_ steps: [Step]?) -> [Step] { steps ?? [] }
  /// Steps of one of two branches.
  public static func buildEither(first steps: [Step]) -> [Step] { steps }
  /// Steps of one of two branches.
  public static func buildEither(second steps: [Step]) -> [Step] { steps }
  /// Steps of a loop.
  public static func buildArray(_ steps: [[Step]]) -> [Step] { steps.flatMap(\.self) }
}

/// Steps that do not fit what a database says has run. Nothing has changed.
public struct StepError: Error, Sendable, CustomStringConvertible {
  /// What does not fit.
  public enum Reason: Sendable, Hashable {
    /// The text of a step that has run is another one now.
    case changed
    /// A step that has run is not among the steps.
    case missing
    /// A step comes before one that has run, and has not.
    case reordered
    /// Two steps have one name.
    case duplicate
    /// There is no step of the name that was asked for.
    case unknown
  }

  /// What does not fit.
  public let reason: Reason
  /// The name of the step.
  public let step: String
  /// Where in the program it was made, if that is known; see `Configuration.callSites`.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  init(reason: Reason, step: String) {
    self.reason = reason
    self.step = step
  }

  /// Says which step it is and what is wrong with it.
  public var description: String {
    let words =
      switch reason {
      case .changed: "has run with another text than it has now"
      case .missing: "has run and is not among the steps any more"
      case .reordered: "has not run, and comes before steps that have"
      case .duplicate: "is there twice"
      case .unknown: "is not among the steps"
      }
    return "step \(step.debugDescription) \(words)" + site.suffix
  }
}

extension String {
  /// A number for the text that does not change with the ends of its lines.
  fileprivate var checksumOfLines: String {
    let bytes = Array(utf8)
    var lines: [UInt8] = []
    for (place, byte) in bytes.enumerated() {
      let isEnd =
        byte == UInt8(ascii: "\r") && place + 1 < bytes.count
        && bytes[place + 1] == UInt8(ascii: "\n")
      if !isEnd { lines.append(byte) }
    }
    return Step.checksum(of: String(decoding: lines, as: UTF8.self))
  }
}
