import ORMCore
public import ORMSchema

/// The versions of a program's schema, from the first one that databases can be at to the structs
/// of today, with the rules that lead from each to the next.
///
/// ```swift
/// let history = SchemaHistory(
///   [
///     .version(.first),
///     .version(
///       .minutes, converting: [.column("episode", "minutes", sql: "CAST(duration AS REAL)")]),
///   ],
///   current: Schema(of: Episode.self))
/// try await db.migrate(history)
/// ```
///
/// A database walks from the version that it is at to the newest one, version by version, in one
/// transaction. Each version has its own rules, permissions and steps, which run exactly once. See
/// <doc:Migrating>.
public struct SchemaHistory: Sendable {
  /// The versions, the oldest first.
  public let entries: [Entry]
  /// The schema of the structs: the newest version.
  public let current: Schema

  /// Creates a history.
  ///
  /// Whether its versions follow each other is checked when a database is migrated.
  ///
  /// - Parameters:
  ///   - entries: The versions, the oldest first; a draft comes last.
  ///   - current: The schema of the structs.
  public init(_ entries: [Entry], current: Schema) {
    self.entries = entries
    self.current = current
  }

  /// A version of a history, and the way to it from the version before.
  public struct Entry: Sendable {
    /// The name of the version.
    public let name: String
    /// The recorded schema; nil of a draft, whose schema is that of the structs.
    let version: Schema.Version?
    let rules: MigrationRules
    let allowed: Set<AllowedLoss>
    let steps: [Step]
    let merged: [String]
    let formerChecksums: [String]

    /// A version that `orm record` has recorded.
    ///
    /// What the version before has and this one lacks is dropped: its columns and tables each need
    /// a permission if they hold values, and `renamedFrom:` in the structs says what was renamed.
    ///
    /// - Parameters:
    ///   - version: The recorded version.
    ///   - merging: The names of the versions before it, if it is the first one of the history and
    ///     they were deleted from it.
    ///   - fill: The values of new columns, and of NULLs in columns that refuse them in this
    ///     version. Names in SQL are those of the version before.
    ///   - converting: The values of columns whose type, representation or meaning changes.
    ///   - allowing: What may be lost on the way to this version.
    ///   - steps: Steps that run on the way to this version: those `before: .schema` on the tables
    ///     of the version before, the others on those of this version.
    ///   - formerChecksums: Checksums of rules that have run and were edited since, as the error
    ///     of an edited version tells them.
    public static func version(
      _ version: Schema.Version, merging: [String] = [], fill: [ColumnRule] = [],
      converting: [ColumnRule] = [], allowing: [AllowedLoss] = [], steps: [Step] = [],
      formerChecksums: [String] = []
    ) -> Self {
      Self(
        name: version.name, version: version,
        rules: MigrationRules(fill: fill, converting: converting), allowed: Set(allowing),
        steps: steps, merged: merging, formerChecksums: formerChecksums)
    }

    /// The version under way, whose schema is that of the structs.
    ///
    /// A draft is for development. Before a release, `orm record` records it as a version.
    ///
    /// - Parameters:
    ///   - name: The name that the version will have.
    ///   - fill: The values of new columns.
    ///   - converting: The values of columns whose type, representation or meaning changes.
    ///   - allowing: What may be lost on the way to this version.
    ///   - steps: Steps that run on the way to this version.
    public static func draft(
      _ name: String, fill: [ColumnRule] = [], converting: [ColumnRule] = [],
      allowing: [AllowedLoss] = [], steps: [Step] = []
    ) -> Self {
      Self(
        name: name, version: nil, rules: MigrationRules(fill: fill, converting: converting),
        allowed: Set(allowing), steps: steps, merged: [], formerChecksums: [])
    }

    /// Whether a database changes on the way in a way that the schema does not show.
    var hasRules: Bool {
      !steps.isEmpty || !rules.fills.isEmpty || !rules.conversions.isEmpty
    }

    /// The checksum of the rules and steps. Closures count by their names.
    var checksum: String {
      var hash = StableHash()
      func combine(_ rules: [ColumnRule]) {
        hash.combine(rules) { hash, rule in
          hash.combine(rule.table)
          hash.combine(rule.column)
          hash.combine(rule.sql.map { Schema.checksum(ofSQL: $0) })
        }
      }
      combine(rules.fills)
      combine(rules.conversions)
      hash.combine(steps) { hash, step in
        hash.combine(step.name)
        hash.combine(step.point == .schema)
        hash.combine(step.sql.map { Schema.checksum(ofSQL: $0) })
      }
      return hash.text
    }
  }
}

extension SchemaHistory {
  /// Returns the schema of a version. That of the newest one is the one of the structs.
  func schema(at place: Int) throws(HistoryError) -> Schema {
    guard place < entries.count - 1, let version = entries[place].version else { return current }
    return try version.schema()
  }

  /// The versions, for the search of a database's place.
  ///
  /// - Throws: ``HistoryError`` if a schema can't be read, or the structs are not recorded.
  func versions() throws(HistoryError) -> [HistoryVersion] {
    try check()
    var versions: [HistoryVersion] = []
    for place in entries.indices { versions.append(try version(at: place)) }
    return versions
  }

  func version(at place: Int) throws(HistoryError) -> HistoryVersion {
    let entry = entries[place]
    return HistoryVersion(
      name: entry.name, schema: try schema(at: place), checksum: entry.checksum,
      formerChecksums: entry.formerChecksums, hasRules: entry.hasRules,
      isDraft: entry.version == nil, merged: entry.merged)
  }

  /// - Throws: ``HistoryError`` if the versions do not follow each other, or the newest one is not
  ///   that of the structs.
  private func check() throws(HistoryError) {
    guard let first = entries.first, let last = entries.last else {
      throw HistoryError(
        .empty, "", "the history has no versions: record the first one with orm record")
    }
    if first.hasRules {
      throw HistoryError(
        .rulesOfFirstVersion, first.name,
        "the history starts at it, so its rules and steps would never run; delete them, or add the"
          + " version before it")
    }
    for (place, entry) in entries.enumerated() {
      if entries[..<place].contains(where: { $0.name.hasSameBytes(as: entry.name) }) {
        throw HistoryError(.duplicate, entry.name, "the history has it twice")
      }
      guard place > 0 else { continue }
      let before = entries[place - 1].name
      if entries[place - 1].version == nil {
        throw HistoryError(
          .draftNotLast, before, "a draft is the last version; record it with orm record")
      }
      if let version = entry.version, !(version.previous.hasSameBytes(as: before)) {
        let follows = version.previous.map { "follows \($0.debugDescription)" } ?? "follows none"
        throw HistoryError(
          .brokenChain, entry.name,
          "it was recorded as one that \(follows), and comes after \(before.debugDescription) here;"
            + " if both were recorded on two branches, record the one again that has not shipped")
      }
    }
    guard let version = last.version else { return }
    let recorded = try version.schema()
    if current.isSameVersion(as: recorded) { return }
    let changes = current.changes(from: recorded).filter { !$0.isNote }
    let words = changes.prefix(5).map { "\($0)" }.joined(separator: "; ")
    throw HistoryError(
      .notRecorded, last.name,
      "the structs differ from it: \(words); add .draft(\"…\") to the history, and record it with"
        + " orm record before the release")
  }

  /// What the last row of the ledger says if a database is at the newest version.
  var stamp: String {
    guard let last = entries.last else { return "" }
    return MigrationRecord.stamp(
      fingerprint: current.fingerprint, version: last.name, checksum: last.checksum,
      isDraft: last.version == nil)
  }
}
