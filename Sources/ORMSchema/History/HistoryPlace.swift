import ORMCore

/// The place of a database in a history.
package enum HistoryPlace: Sendable, Hashable {
  /// The database has none of the tables of the history.
  case new
  /// The database is at a version, by its index.
  ///
  /// - Parameter isRecorded: Whether the last row of the ledger records this version.
  case version(Int, isRecorded: Bool)
  /// The database has an earlier form of a draft, whose version has this index.
  case draft(Int, form: Schema)
}

/// A version of a history, without the parts that only a database engine can run.
package struct HistoryVersion: Sendable {
  package let name: String
  package let schema: Schema
  /// The checksum of rules and steps.
  package let checksum: String
  /// The checksums of the rules and steps before they were edited.
  package let formerChecksums: [String]
  /// Whether migrating to the version changes a database in a way that its schema does not show.
  package let hasRules: Bool
  /// Whether the version matches only databases in which one of its `adopting:` conditions is true.
  package let isAdopting: Bool
  /// Whether steps run while migrating to the version.
  package let hasSteps: Bool
  package let isDraft: Bool
  /// The names of the versions that were merged into this one.
  package let merged: [String]

  package init(
    name: String, schema: Schema, checksum: String, formerChecksums: [String], hasRules: Bool,
    hasSteps: Bool, isDraft: Bool, isAdopting: Bool, merged: [String]
  ) {
    self.name = name
    self.schema = schema
    self.checksum = checksum
    self.formerChecksums = formerChecksums
    self.hasRules = hasRules
    self.hasSteps = hasSteps
    self.isDraft = isDraft
    self.isAdopting = isAdopting
    self.merged = merged
  }
}

extension HistoryVersion {
  /// Checks that a database at this version has recorded the representations of the version.
  ///
  /// - Throws: ``HistoryError`` if, say, a step in a file has converted values and recorded that:
  ///   the rules of the next version would convert them again.
  package func checkForms(in found: Schema) throws(HistoryError) {
    for table in schema.tables {
      for column in table.columns {
        guard let wanted = column.representation,
          let stored = found.table(table.name)?.column(column.name)?.representation,
          RepresentationChange(from: stored, to: wanted).work != .nothing
        else { continue }
        throw HistoryError(
          .convertedElsewhere, name,
          "the database is at this version, but has recorded that \(table.name).\(column.name) is"
            + " stored as \(stored), not as \(wanted): something other than this history has"
            + " converted the values, and a rule would convert them again; restore a copy from"
            + " before that conversion")
      }
    }
  }
}

/// Finds the place of a database in a history: by the ledger, or by its schema.
package struct HistoryPlaceSearch {
  let versions: [HistoryVersion]
  /// The records, without those that going back has undone.
  let records: [MigrationRecord]
  let found: Schema
  /// The indexes of the versions that adopt the database.
  let adopted: [Int]

  package init(
    versions: [HistoryVersion], records: [MigrationRecord], found: Schema, adopted: [Int] = []
  ) {
    self.versions = versions
    self.records = records
    self.found = found
    self.adopted = adopted
  }

  /// - Throws: ``HistoryError`` if the database is not at a version of the history;
  ///   ``NewerSchemaError`` if a newer program has migrated it.
  package func place() throws -> HistoryPlace {
    guard let last = records.last else { return try placeOfAdopted() ?? placeOfSchema() }
    guard let name = last.version else { return try placeOfPlanned(last) }
    guard let place = index(of: name) else { throw unknown(name, last) }
    try checkNotEdited()
    if last.kind == .draft { return try placeOfDraft(last, at: place) }
    return .version(place, isRecorded: true)
  }

  private func index(of name: String) -> Int? {
    versions.firstIndex { $0.name.hasSameBytes(as: name) }
  }

  private func unknown(_ name: String, _ last: MigrationRecord) -> any Error {
    if versions[0].merged.contains(where: { $0.hasSameBytes(as: name) }) {
      return HistoryError(
        .tooOld, name,
        "the database is at this version, but this program's history starts at version"
          + " \(versions[0].name.debugDescription): open the database once with a release that has"
          + " both versions")
    }
    let newest = versions[versions.count - 1].name
    if records.contains(where: { $0.version?.hasSameBytes(as: newest) ?? false }) {
      return NewerSchemaError(date: last.date, app: last.app, version: name)
    }
    return HistoryError(
      .unknownVersion, name,
      "the database is at this version, which this program's history lacks: open the database with"
        + " \(last.app), which migrated it at \(last.date), or add the version to the history")
  }

  /// Checks that the versions that the database has reached are unchanged in the history: their
  /// recorded schemas, and the rules that ran. A version at which a database was created, or which
  /// was skipped then, has run no rules.
  private func checkNotEdited() throws(HistoryError) {
    var checked: Set<Int> = []
    // For a version that was left and reached again, the last run counts.
    for record in records.reversed() where record.kind != .planned && record.kind != .draft {
      guard let name = record.version, let place = index(of: name), !versions[place].isDraft else {
        continue
      }
      try checkSchema(of: versions[place], record)
      // The rules that led to the first version were removed with the versions before it.
      guard record.kind == .version, place > 0, checked.insert(place).inserted,
        let checksum = record.checksum
      else { continue }
      let version = versions[place]
      if checksum.hasSameBytes(as: version.checksum)
        || version.formerChecksums.contains(where: { $0.hasSameBytes(as: checksum) })
      {
        continue
      }
      throw HistoryError(
        .edited, name,
        "its rules or steps differ from those that ran in this database: undo the edit, or, if it"
          + " makes no difference to the data, add formerChecksums:"
          + " [\(checksum.debugDescription)]")
    }
  }

  private func checkSchema(
    of version: HistoryVersion, _ record: MigrationRecord
  ) throws(HistoryError) {
    guard let reached = try? Schema(json: record.schema), !reached.isSameVersion(as: version.schema)
    else { return }
    let words = version.schema.differences(from: reached).prefix(5).joined(separator: "; ")
    throw HistoryError(
      .edited, version.name,
      "its recorded schema differs from the one that this database was migrated to: \(words);"
        + " restore the file that orm record wrote, and record the change as another version")
  }

  private func placeOfDraft(
    _ last: MigrationRecord, at place: Int
  ) throws(HistoryError) -> HistoryPlace {
    let version = versions[place]
    let form = try? Schema(json: last.schema)
    let renames = form.map { Self.renames(from: $0, to: version.schema) } ?? false
    if isSame(last, version.schema), !renames {
      try checkDraftRules(last, version)
      return .version(place, isRecorded: version.isDraft)
    }
    guard !version.hasSteps, let form else {
      throw HistoryError(
        .changedDraft, version.name,
        "the database has an earlier form of this draft, whose steps have run: restore a"
          + " copy from before the draft, or record the changes as another version")
    }
    return .draft(place, form: form)
  }

  /// - Throws: ``HistoryError`` if the rules and steps of a draft differ from those that ran.
  private func checkDraftRules(
    _ last: MigrationRecord, _ version: HistoryVersion
  ) throws(HistoryError) {
    guard let checksum = last.checksum,
      !([version.checksum] + version.formerChecksums).contains(where: checksum.hasSameBytes)
    else { return }
    let acceptance =
      version.isDraft
      ? ""
      : "; if the edit makes no difference to the data, add formerChecksums:"
        + " [\(checksum.debugDescription)]"
    throw HistoryError(
      .changedDraft, version.name,
      "its rules or steps differ from those that ran in this database, and a draft runs only once:"
        + " restore a copy from before the draft, or undo the edit and go back with goBack"
        + acceptance)
  }

  /// The place of a database that was last migrated without a history.
  private func placeOfPlanned(_ last: MigrationRecord) throws -> HistoryPlace {
    // Former names distinguish versions that have the same tables.
    let exact = versions.indices.filter {
      last.fingerprint.hasSameBytes(as: versions[$0].schema.fingerprint)
    }
    let same =
      exact.isEmpty ? versions.indices.filter { isSame(last, versions[$0].schema) } : exact
    if let place = try decide(same) { return .version(place, isRecorded: false) }
    let newest = versions[versions.count - 1].schema
    if records.contains(where: { isSame($0, newest) }) {
      throw NewerSchemaError(date: last.date, app: last.app)
    }
    throw notRecognized()
  }

  private func isSame(_ record: MigrationRecord, _ schema: Schema) -> Bool {
    if record.fingerprint.hasSameBytes(as: schema.fingerprint) { return true }
    guard let recorded = try? Schema(json: record.schema) else { return false }
    return recorded.isSameVersion(as: schema)
  }

  /// The place of a database without a ledger that another program created and that a version
  /// adopts; nil if no version adopts it.
  private func placeOfAdopted() throws(HistoryError) -> HistoryPlace? {
    guard let place = try decide(adopted) else { return nil }
    let version = versions[place]
    let missing = version.schema.changes(from: found).filter {
      $0.action == .added && ($0.kind == .table || $0.kind == .column)
    }
    if missing.isEmpty { return .version(place, isRecorded: false) }
    let words = missing.prefix(5).map { "\($0)" }.joined(separator: "; ")
    throw HistoryError(
      .notRecognized, version.name,
      "a condition in its adopting: is true, but the database lacks parts of the version: \(words)")
  }

  /// The place of a database without a ledger that was made by `create` or by another program.
  private func placeOfSchema() throws -> HistoryPlace {
    let names = Set(versions.flatMap { $0.schema.tables.map { SQLName($0.name) } })
    if !found.tables.contains(where: { names.contains(SQLName($0.name)) }) { return .new }
    let same = versions.indices.filter { place in
      !versions[place].isAdopting
        && versions[place].schema.changes(from: found).allSatisfy {
          $0.isNote || $0.action == .extra
        }
        && versions[place].schema.hasTables(of: found, among: names)
    }
    if let place = try decide(same) { return .version(place, isRecorded: false) }
    throw notRecognized()
  }

  /// Returns the version, if there is only one. Of several, returns the newest one if migrating
  /// from each to the next would do nothing. Returns nil if there is none.
  private func decide(_ places: [Int]) throws(HistoryError) -> Int? {
    guard let first = places.first, let last = places.last else { return nil }
    let isUnchanged = (first..<last).allSatisfy { place in
      let (old, new) = (versions[place].schema, versions[place + 1])
      return !new.hasRules && new.schema.isSameVersion(as: old)
        && !Self.renames(from: old, to: new.schema)
    }
    if isUnchanged { return last }
    let names = places.map { versions[$0].name.debugDescription }.joined(separator: ", ")
    throw HistoryError(
      .undecided, "",
      "the database has no record of its version, and matches several versions: \(names); add"
        + " adopting: to the right one, with a condition that is true only in its databases")
  }

  /// Whether a version renames something that the previous one has.
  private static func renames(from old: Schema, to new: Schema) -> Bool {
    let plan = try? RenamePlan(from: old, to: new, record: old, isNextVersion: true)
    return plan.map { !$0.statements.isEmpty } ?? true
  }

  private func notRecognized() -> HistoryError {
    let differences = versions.map { version in
      (version, version.schema.changes(from: found).filter { !$0.isNote })
    }
    guard let nearest = differences.min(by: { $0.1.count < $1.1.count }) else {
      return HistoryError(.empty, "", "the history has no versions")
    }
    if nearest.0.isAdopting, nearest.1.allSatisfy({ $0.action == .extra }) {
      return HistoryError(
        .notRecognized, nearest.0.name,
        "the database has its schema, but none of the conditions in its adopting: is true")
    }
    let changes = nearest.1.prefix(5).map { "\($0)" }.joined(separator: "; ")
    return HistoryError(
      .notRecognized, "",
      "the database's schema matches no version; the nearest one is"
        + " \(nearest.0.name.debugDescription), from which it differs in \(nearest.1.count)"
        + " \(nearest.1.count == 1 ? "part" : "parts"): \(changes); if users have such databases,"
        + " record this schema as a version: orm record NAME FILE")
  }
}

extension Schema {
  /// Returns the schema with the former names of another one that is otherwise the same.
  package func takingFormerNames(of other: Schema) -> Schema {
    var schema = self
    for table in schema.tables.indices {
      let same = other.table(schema.tables[table].name)
      schema.tables[table].formerNames = same?.formerNames ?? []
      for column in schema.tables[table].columns.indices {
        let name = schema.tables[table].columns[column].name
        schema.tables[table].columns[column].formerNames = same?.column(name)?.formerNames ?? []
      }
    }
    return schema
  }

  /// Whether two schemas are the same apart from former names.
  package func isSameVersion(as other: Schema) -> Bool {
    let (mine, others) = (withoutFormerNames, other.withoutFormerNames)
    return mine.fingerprint.hasSameBytes(as: others.fingerprint)
      || (mine.changes(from: others) + others.changes(from: mine)).allSatisfy(\.isNote)
  }

  /// Whether a database has no tables of other versions, and no columns that this schema lacks.
  fileprivate func hasTables(of found: Schema, among names: Set<SQLName>) -> Bool {
    found.tables.allSatisfy { other in
      guard let table = table(other.name) else { return !names.contains(SQLName(other.name)) }
      return other.columns.allSatisfy { table.column($0.name) != nil }
    }
  }
}
