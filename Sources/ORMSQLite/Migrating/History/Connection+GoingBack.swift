import ORMCore
import ORMSchema

extension Connection {
  /// Takes the database back to an earlier version of a history, in the open transaction.
  ///
  /// - Parameters:
  ///   - name: The name of the version.
  ///   - allowed: The losses that are permitted on the way.
  ///   - backup: Called before the database leaves its version.
  ///   - progress: Called before each step of each version.
  /// - Returns: The plans that were run, one for each version on the way.
  /// - Throws: The errors of ``walk(_:backup:progress:)``.
  func goBack(
    to name: String, of history: SchemaHistory, allowed: Set<PermittedLoss>,
    backup: () async throws -> Void, progress: @escaping @Sendable (MigrationProgress) -> Void
  ) async throws -> [MigrationPlan] {
    let start = try start(of: history)
    let versions = start.versions
    let target = try versions.place(of: name)
    let (place, isRecorded) = try placeToLeave(start, name)
    if target == place { return [] }
    guard target < place else {
      throw HistoryError(
        .noWayBack, name,
        "the database is at an earlier version, \(versions[place].name.debugDescription): bring it"
          + " forward with migrate")
    }
    try start.checkForms()
    // All versions are checked before the first change.
    let ways = try (target..<place).reversed().map { next in
      let entry = history.entries[next + 1]
      if !entry.steps.isEmpty, entry.stepsBack == nil {
        throw HistoryError(
          .noWayBack, entry.name,
          "it has steps, but no steps that undo them: add stepsBack:, with an empty list if there"
            + " is nothing to undo")
      }
      var (form, rules) = (versions[next + 1].schema, entry.rules)
      if next + 1 == place, case .draft(_, let found) = start.place {
        // A rule that has not run yet has changed no value.
        rules = rules.without(rules.rules(to: form, since: found))
        form = found
      }
      return try WayBack(from: entry.name, form, to: versions[next].schema, rules: rules)
    }
    try await backup()
    if !isRecorded { try record(versions[...place], start.records) }
    var way = HistoryWay(start, history, progress)
    for (next, back) in zip((target..<place).reversed(), ways) {
      try follow(
        &way, to: next, from: back.previous, back, allowed: allowed,
        steps: history.entries[next + 1].stepsBack ?? [])
    }
    return way.plans
  }

  /// Returns the index of the version that the database leaves, and whether the ledger has it.
  private func placeToLeave(_ start: HistoryStart, _ name: String) throws(HistoryError)
    -> (Int, isRecorded: Bool)
  {
    switch start.place {
    case .version(let place, let isRecorded): return (place, isRecorded)
    case .draft(let place, _): return (place, true)
    case .new:
      throw HistoryError(
        .noWayBack, name, "the database is new: it has no version to go back from")
    }
  }
}

extension [HistoryVersion] {
  /// - Throws: ``HistoryError`` if no version has the name.
  func place(of name: String) throws(HistoryError) -> Int {
    guard let place = firstIndex(where: { $0.name.hasSameBytes(as: name) }) else {
      throw HistoryError(.unknownVersion, name, "the history does not have a version of this name")
    }
    return place
  }
}
