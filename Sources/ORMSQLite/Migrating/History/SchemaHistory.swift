import ORMCore
public import ORMSchema

/// The versions of a program's schema, from the oldest one that a database can still have to the
/// current structs, with the rules that lead from each version to the next.
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
/// A database is migrated from its version to the newest one, version by version, in one
/// transaction. Each version has its own rules, permissions and steps, which run exactly once. See
/// <doc:Migrating>.
public struct SchemaHistory: Sendable {
  /// The versions, oldest first.
  public let entries: [Entry]
  /// The schema of the structs: the newest version.
  public let current: Schema

  /// Creates a history.
  ///
  /// The order of the versions is checked when a database is migrated.
  ///
  /// - Parameters:
  ///   - entries: The versions, oldest first; a draft comes last.
  ///   - current: The schema of the structs.
  public init(_ entries: [Entry], current: Schema) {
    self.entries = entries
    self.current = current
  }

  /// A version of a history, with the rules and steps that lead to it from the previous version.
  public struct Entry: Sendable {
    /// The name of the version.
    public let name: String
    /// The recorded version; nil for a draft, whose schema is the structs'.
    let version: Schema.Version?
    let rules: MigrationRules
    let allowed: Set<PermittedLoss>
    let steps: [MigrationStep]
    /// The steps that undo ``steps``; nil if a database can't go back past them.
    let stepsBack: [MigrationStep]?
    let merged: [String]
    let adoptions: [Adoption]
    let formerChecksums: [String]

    /// A version that `orm record` has recorded.
    ///
    /// Tables and columns of the previous version that this version lacks are dropped, unless the
    /// structs declare by `renamedFrom:` that they were renamed. Each one that holds values needs a
    /// permission in `allowing`.
    ///
    /// - Parameters:
    ///   - version: The recorded version.
    ///   - merging: The names of the earlier versions that were deleted from the history, if this
    ///     is its first version. The default is none.
    ///   - adopting: The conditions by which a database of another program is recognized as being
    ///     at this version. If one of them is true in a database without records, the database is
    ///     taken to be at this version, and objects that the version does not have are kept. The
    ///     default is none.
    ///   - fill: The values of new columns, and of NULLs in columns that become `NOT NULL`. The SQL
    ///     uses the names of the previous version.
    ///   - converting: The values of columns whose type, representation or meaning changes.
    ///   - allowing: The losses that are permitted on the way to this version.
    ///   - steps: Steps that run on the way to this version. Steps with `before: .schema` see the
    ///     tables of the previous version, steps with `before: .removals` see those of both
    ///     versions, and other steps see the tables of this version. Foreign keys are off while
    ///     steps run; if a step causes new violations, the migration is rolled back.
    ///   - stepsBack: Steps that run on the way from this version back to the previous one, which
    ///     undo `steps`. Steps with `before: .schema` see the tables of this version, steps with
    ///     `before: .removals` see those of both, and other steps see those of the previous one.
    ///     The default is nil: a database can't go back from a version that has `steps`.
    ///   - formerChecksums: The checksums of rules that have run and have since been edited. The
    ///     error about an edited version contains the checksum.
    public static func version(
      _ version: Schema.Version, merging: [String] = [], adopting: [Adoption] = [],
      fill: [ColumnRule] = [], converting: [ColumnRule] = [], allowing: [PermittedLoss] = [],
      steps: [MigrationStep] = [], stepsBack: [MigrationStep]? = nil, formerChecksums: [String] = []
    ) -> Self {
      Self(
        name: version.name, version: version,
        rules: MigrationRules(fill: fill, converting: converting), allowed: Set(allowing),
        steps: steps, stepsBack: stepsBack, merged: merging, adoptions: adopting,
        formerChecksums: formerChecksums)
    }

    /// The version in development, whose schema is that of the structs.
    ///
    /// A draft is for development: its structs and rules can still change, and a database that has
    /// an earlier form of it is migrated to the current one. Before a release, record it as a
    /// version with `orm record`. Once the steps of a draft have run in a database, a later change
    /// of the structs is refused in that database.
    ///
    /// - Parameters:
    ///   - name: The name that the version will have.
    ///   - fill: The values of new columns.
    ///   - converting: The values of columns whose type, representation or meaning changes.
    ///   - allowing: The losses that are permitted on the way to this version.
    ///   - steps: Steps that run on the way to this version.
    ///   - stepsBack: Steps that run on the way back to the previous version.
    public static func draft(
      _ name: String, fill: [ColumnRule] = [], converting: [ColumnRule] = [],
      allowing: [PermittedLoss] = [], steps: [MigrationStep] = [], stepsBack: [MigrationStep]? = nil
    ) -> Self {
      Self(
        name: name, version: nil, rules: MigrationRules(fill: fill, converting: converting),
        allowed: Set(allowing), steps: steps, stepsBack: stepsBack, merged: [], adoptions: [],
        formerChecksums: [])
    }

    /// Whether migrating to the version changes a database in a way that the schema does not show.
    var hasRules: Bool {
      !steps.isEmpty || !rules.fills.isEmpty || !rules.conversions.isEmpty
    }

    /// The checksum of the rules and steps. Closures count by name only.
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
        hash.combine(step.phase == .schema)
        if step.phase == .removals { hash.combine("removals") }
        hash.combine(step.sql.map { Schema.checksum(ofSQL: $0) })
      }
      return hash.text
    }
  }
}

extension SchemaHistory {
  /// Returns the versions with their schemas. The newest one has the schema of the structs, with
  /// the recorded former names, because the structs may no longer declare them.
  ///
  /// - Throws: ``HistoryError`` if the versions do not follow each other, if a schema can't be
  ///   read, or if the structs are not recorded.
  func versions() throws(HistoryError) -> [HistoryVersion] {
    try checkEntries()
    var versions: [HistoryVersion] = []
    for entry in entries.dropLast() {
      versions.append(version(entry, try entry.version?.schema() ?? current))
    }
    for entry in entries.suffix(1) {
      try checkStructs(entry)
      let recorded = try entry.version?.schema()
      versions.append(
        version(entry, recorded.map { current.takingFormerNames(of: $0) } ?? current))
    }
    return versions
  }

  private func version(_ entry: Entry, _ schema: Schema) -> HistoryVersion {
    HistoryVersion(
      name: entry.name, schema: schema, checksum: entry.checksum,
      formerChecksums: entry.formerChecksums, hasRules: entry.hasRules,
      hasSteps: !entry.steps.isEmpty,
      isDraft: entry.version == nil, isAdopting: !entry.adoptions.isEmpty, merged: entry.merged)
  }

  /// - Throws: ``HistoryError`` if the versions do not follow each other.
  func checkEntries() throws(HistoryError) {
    guard let first = entries.first else {
      throw HistoryError(
        .empty, "", "the history has no versions: record the first one with orm record")
    }
    if first.hasRules || first.stepsBack != nil {
      throw HistoryError(
        .rulesOfFirstVersion, first.name,
        "it is the first version of the history, so its rules and steps would never run: add the"
          + " version before it, or remove the rules and steps")
    }
    for (place, entry) in entries.enumerated() {
      if entries[..<place].contains(where: { $0.name.hasSameBytes(as: entry.name) }) {
        throw HistoryError(
          .duplicate, entry.name,
          "the history contains it twice: record one of them again under another name")
      }
      let steps = entry.steps + (entry.stepsBack ?? [])
      if let step = steps.first(where: { $0.foreignKeys == .enforced }) {
        throw HistoryError(
          .enforcedForeignKeys, entry.name,
          "its step \(step.name.debugDescription) sets foreignKeys: .enforced, but foreign keys"
            + " are off in a history: leave foreignKeys: out, and update or delete the"
            + " referring rows in the step")
      }
      if let step = steps.first(where: { $0.transaction == .none }) {
        throw HistoryError(
          .outsideOfTransaction, entry.name,
          "its step \(step.name.debugDescription) runs outside of a transaction, but a history is"
            + " migrated in one transaction: run it in a MigrationList after the history")
      }
      try checkPlaces(of: entry, at: place)
      try checkFrozen(entry)
      guard place > 0 else { continue }
      let before = entries[place - 1].name
      if entries[place - 1].version == nil {
        throw HistoryError(
          .draftNotLast, before, "a draft must be the last version: record it with orm record")
      }
      if let version = entry.version, !(version.previous.hasSameBytes(as: before)) {
        let follows =
          version.previous.map { "follows \($0.debugDescription)" } ?? "follows no version"
        throw HistoryError(
          .brokenChain, entry.name,
          "it was recorded as a version that \(follows), but comes after"
            + " \(before.debugDescription) in the history: if the two were recorded on two"
            + " branches, record again the one that has not shipped")
      }
    }
  }

  /// - Throws: ``HistoryError`` if an argument would have no effect in this version.
  private func checkPlaces(of entry: Entry, at place: Int) throws(HistoryError) {
    if place > 0, !entry.merged.isEmpty {
      throw HistoryError(
        .misplaced, entry.name,
        "only the first version of a history can have merging:; delete the versions before it, or"
          + " leave merging: out")
    }
    if let step = (entry.steps + (entry.stepsBack ?? [])).first(where: { !$0.replaced.isEmpty }) {
      throw HistoryError(
        .misplaced, entry.name,
        "its step \(step.name.debugDescription) calls replacing(_:), which is for steps of"
          + " a MigrationList: a version of a history runs once, with all of its steps")
    }
  }

  /// - Throws: ``HistoryError`` if a version that has shipped depends on a struct.
  private func checkFrozen(_ entry: Entry) throws(HistoryError) {
    guard entry.version != nil,
      let rule = (entry.rules.fills + entry.rules.conversions).first(where: { $0.frozen != nil }),
      let frozen = rule.frozen
    else { return }
    throw HistoryError(
      .ruleOfStruct, entry.name,
      "its rule for \(rule.table).\(rule.column) depends on a struct, which can change; in a"
        + " version that has shipped, name the table and the column: \(frozen)")
  }

  /// - Throws: ``HistoryError`` if the newest version is recorded, and its schema differs from the
  ///   structs.
  private func checkStructs(_ last: Entry) throws(HistoryError) {
    guard let version = last.version else { return }
    let recorded = try version.schema()
    if current.isSameVersion(as: recorded) { return }
    let words = current.differences(from: recorded).prefix(5).joined(separator: "; ")
    throw HistoryError(
      .notRecorded, last.name,
      "the structs differ from it, the newest version of this program's history: \(words);"
        + " add .draft(\"…\") to the history, and record it with orm record before the release")
  }

  /// The stamp of the last row of the ledger if the database is at the newest version.
  var stamp: String {
    guard let last = entries.last else { return "" }
    return MigrationRecord.stamp(
      fingerprint: current.fingerprint, version: last.name, checksum: last.checksum,
      isDraft: last.version == nil)
  }
}
