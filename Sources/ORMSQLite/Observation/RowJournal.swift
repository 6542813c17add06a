import ORMCore

/// The net changes of a table's rows since the transaction began, by their keys.
struct RowJournal {
  private struct Fate {
    let key: [SQLValue]
    let wasThere: Bool
    var isThere: Bool
  }

  /// The number of keys up to which a linear search is faster than hashing.
  private static let few = 8

  /// In the order in which the keys were first recorded.
  private var fates: [Fate] = []
  /// The index of each key's fate, once there are more than a few.
  private var places: [[SQLValue]: Int] = [:]
  /// Whether rows whose keys could not be recorded may have changed.
  var isIncomplete = false

  var isEmpty: Bool { fates.isEmpty && !isIncomplete }

  mutating func note(_ key: [SQLValue], wasThere: Bool, isThere: Bool) {
    if let place = place(of: key) {
      fates[place].isThere = isThere
      return
    }
    fates.append(Fate(key: key, wasThere: wasThere, isThere: isThere))
    if fates.count == Self.few + 1 {
      for (place, fate) in fates.enumerated() { places[fate.key] = place }
    } else if fates.count > Self.few {
      places[key] = fates.count - 1
    }
  }

  private func place(of key: [SQLValue]) -> Int? {
    fates.count > Self.few ? places[key] : fates.firstIndex { $0.key == key }
  }

  /// The net changes.
  var changes: KeyChanges {
    var changes = KeyChanges(isComplete: !isIncomplete)
    for fate in fates {
      switch (fate.wasThere, fate.isThere) {
      case (false, true): changes.inserted.append(fate.key)
      case (true, true): changes.updated.append(fate.key)
      case (true, false): changes.deleted.append(fate.key)
      case (false, false): break
      }
    }
    return changes
  }
}

/// The journals of a table: one for each row identity that its streams use.
struct RowJournals {
  private var byKey: RowJournal?
  private var byRowID: RowJournal?

  var isEmpty: Bool { byKey == nil && byRowID == nil }

  /// The row identities that have a journal.
  var namings: [RowIdentity] { RowIdentity.allCases.filter { self[$0] != nil } }

  subscript(naming: RowIdentity) -> RowJournal? {
    get {
      switch naming {
      case .key: byKey
      case .rowID: byRowID
      }
    }
    _modify {
      switch naming {
      case .key: yield &byKey
      case .rowID: yield &byRowID
      }
    }
  }

  mutating func clear() {
    if byKey != nil { byKey = RowJournal() }
    if byRowID != nil { byRowID = RowJournal() }
  }
}

/// The changes that one commit made to the rows of a table, by their keys.
struct KeyChanges: Sendable {
  var inserted: [[SQLValue]] = []
  var updated: [[SQLValue]] = []
  var deleted: [[SQLValue]] = []
  var isComplete = true

  var isEmpty: Bool { isComplete && inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

/// The identity by which a stream of changes reports rows.
enum RowIdentity: Hashable, Sendable, CaseIterable {
  case key
  case rowID
}
