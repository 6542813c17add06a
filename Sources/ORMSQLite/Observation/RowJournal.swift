import ORMCore

/// What has become of the rows of a table since the transaction began, by their keys.
struct RowJournal {
  private struct Outcome {
    let wasThere: Bool
    var isThere: Bool
  }

  private var fates: [[SQLValue]: Outcome] = [:]
  /// The keys in the order in which they were met first.
  private var order: [[SQLValue]] = []
  /// Whether rows may have changed whose keys are not known.
  var isIncomplete = false

  var isEmpty: Bool { order.isEmpty && !isIncomplete }

  mutating func note(_ key: [SQLValue], wasThere: Bool, isThere: Bool) {
    guard fates[key] == nil else {
      fates[key]?.isThere = isThere
      return
    }
    fates[key] = Outcome(wasThere: wasThere, isThere: isThere)
    order.append(key)
  }

  /// What it all comes to.
  var changes: KeyChanges {
    var changes = KeyChanges(isComplete: !isIncomplete)
    for key in order {
      guard let fate = fates[key] else { continue }
      switch (fate.wasThere, fate.isThere) {
      case (false, true): changes.inserted.append(key)
      case (true, true): changes.updated.append(key)
      case (true, false): changes.deleted.append(key)
      case (false, false): break
      }
    }
    return changes
  }
}

/// What one commit did to the rows of a table, by their keys.
struct KeyChanges: Sendable {
  var inserted: [[SQLValue]] = []
  var updated: [[SQLValue]] = []
  var deleted: [[SQLValue]] = []
  var isComplete = true

  var isEmpty: Bool { isComplete && inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

/// How a stream of changes names rows.
enum RowIdentity: Hashable, Sendable {
  case key
  case rowID
}
