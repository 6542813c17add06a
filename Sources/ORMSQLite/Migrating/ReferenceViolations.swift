import ORMCore
import ORMSchema

/// The number of rows that refer to missing rows, by table and parent.
struct ReferenceViolations {
  struct Pair: Hashable {
    let table: SQLName
    /// The referenced table; empty if the foreign key refers to columns that are not a key.
    let parent: SQLName
  }

  var counts: [Pair: Int] = [:]
  /// The root page of each table, with which a renamed table is found.
  var pages: [SQLName: Int64] = [:]

  /// Returns the violations that did not exist before.
  func added(since before: Self) -> [StepError.BrokenReference] {
    var added: [StepError.BrokenReference] = []
    for (pair, count) in counts {
      let old = Pair(
        table: formerName(of: pair.table, before), parent: formerName(of: pair.parent, before))
      let known = before.counts[old] ?? 0
      guard count > known else { continue }
      added.append(
        StepError.BrokenReference(
          table: pair.table.text, parent: pair.parent.text.isEmpty ? nil : pair.parent.text,
          count: count - known))
    }
    return added.sorted { left, right in
      left.table.utf8.elementsEqual(right.table.utf8)
        ? (left.parent ?? "").utf8.lexicographicallyPrecedes((right.parent ?? "").utf8)
        : left.table.utf8.lexicographicallyPrecedes(right.table.utf8)
    }
  }

  /// Returns the former name of a renamed table.
  private func formerName(of name: SQLName, _ before: Self) -> SQLName {
    guard before.pages[name] == nil, let page = pages[name] else { return name }
    return before.pages.first { $0.value == page && pages[$0.key] == nil }?.key ?? name
  }
}

extension SchemaReader {
  /// Counts the rows of all tables of the main database that refer to missing rows.
  func referenceViolations() throws -> ReferenceViolations {
    var violations = ReferenceViolations()
    for table in try tablePages() {
      let name = SQLName(table.name)
      violations.pages[name] = table.page
      guard table.hasReferences else { continue }
      for (parent, count) in try self.violations(of: table.name) ?? [SQLName(""): 1]
      where count > 0 {
        violations.counts[ReferenceViolations.Pair(table: name, parent: parent)] = count
      }
    }
    return violations
  }
}

extension Database {
  /// Runs a closure in a transaction with foreign keys enforced or not.
  ///
  /// The setting is made before the transaction, because the pragma does nothing inside one, and
  /// restored after it; no other task can use the connection in that time. See
  /// <https://www.sqlite.org/pragma.html#pragma_foreign_keys>.
  func transaction<Result: Sendable>(
    foreignKeys: MigrationStep.ForeignKeys,
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result {
    if isNoticed {
      return try await noticed { try await transaction(foreignKeys: foreignKeys, body) }
    }
    let writer = try await writers.take()
    defer { writers.give(back: writer) }
    let before = try await writers.waitingForLock {
      try await writer.setForeignKeys(foreignKeys == .enforced)
    }
    do {
      let end = try await writers.waitingForLock {
        try await writer.transactionUnlessLocked(.immediate, body)
      }
      let result = try await committed(end, on: writer)
      await writer.restoreForeignKeys(before)
      return result
    } catch {
      await writer.restoreForeignKeys(before)
      throw error
    }
  }
}

extension Connection {
  /// Turns the enforcement of foreign keys on or off, and returns whether they were enforced.
  ///
  /// - Throws: ``DatabaseLocked`` if another connection's lock prevented the connection's set-up.
  fileprivate func setForeignKeys(_ areEnforced: Bool) throws -> Bool {
    // Otherwise, the set-up of an unused connection would change the setting later.
    try registerExtensions()
    let raw = RawConnection(handle)
    let before = try raw.texts("PRAGMA foreign_keys").first?.first ?? "0"
    raw.setForeignKeys(areEnforced)
    return before.hasSameBytes(as: "1")
  }

  fileprivate func restoreForeignKeys(_ areEnforced: Bool) {
    RawConnection(handle).setForeignKeys(areEnforced)
  }
}
