import ORMCore

/// An observed table, and its changes since the transaction began.
final class WatchedTable {
  let columns: TableLayout
  /// The columns that each observer reads; empty if it depends only on the number of rows.
  private var observers: [Int: Set<Int>] = [:]
  /// The observers of single rows, by the row's key.
  private var rowObservers: [[SQLValue]: Set<Int>] = [:]
  /// The observers that get every change of the rows, and how the rows are identified.
  private(set) var streams: [Int: RowIdentity] = [:]
  /// The columns that any observer reads.
  private var watchedColumns: [Int] = []

  /// Whether a change has been recorded.
  var isTouched = false
  /// Whether rows were inserted or deleted, or the changes are unknown.
  private var rowsChanged = false
  /// Whether each of the watched columns has changed.
  private var isChanged: [Bool] = []
  private var concernedByRow: Set<Int> = []
  /// The observers that a change of some columns affected the last time.
  private var recentlyConcerned: (isChanged: [Bool], observers: Set<Int>)?
  /// The net changes of the rows, for each row identity that its streams use.
  var journals = RowJournals()

  init(_ columns: TableLayout) { self.columns = columns }

  // MARK: - Observers

  /// Adds columns that an observer reads; it may read other columns under another alias of the
  /// table.
  func add(_ observer: Int, reading names: Set<SQLName>) {
    let positions = columns.positions(of: names)
    observers[observer, default: []].formUnion(positions)
    recentlyConcerned = nil
    watch(Set(watchedColumns).union(positions))
  }

  /// Sets the watched columns, possibly in the middle of a transaction.
  private func watch(_ columns: Set<Int>) {
    let changed = Set(zip(watchedColumns, isChanged).lazy.filter(\.1).map(\.0))
    watchedColumns = Array(columns)
    isChanged = watchedColumns.map(changed.contains)
  }

  func add(_ observer: Int, readingRow key: [SQLValue]) {
    rowObservers[key, default: []].insert(observer)
  }

  func add(_ stream: Int, naming: RowIdentity) {
    streams[stream] = naming
    if journals[naming] == nil { journals[naming] = RowJournal() }
  }

  /// - Returns: Whether no observers remain.
  func remove(_ observer: Int) -> Bool {
    if observers.removeValue(forKey: observer) != nil {
      recentlyConcerned = nil
      watch(observers.values.reduce(into: Set()) { $0.formUnion($1) })
    }
    for (key, var ids) in rowObservers where ids.remove(observer) != nil {
      rowObservers[key] = ids.isEmpty ? nil : ids
    }
    if let naming = streams.removeValue(forKey: observer), !streams.values.contains(naming) {
      journals[naming] = nil
    }
    return observers.isEmpty && rowObservers.isEmpty && streams.isEmpty
  }

  // MARK: - Changes

  /// Records a change of one row, which is about to be made.
  func note(_ change: RowChange) {
    if !rowObservers.isEmpty { noteRow(change) }
    if !journals.isEmpty && columns.canDiffer(change) { record(change) }
    if observers.isEmpty || rowsChanged { return }
    guard change.isUpdateInPlace, columns.canCompare(change) else {
      rowsChanged = true
      return
    }
    for (place, column) in watchedColumns.enumerated() where !isChanged[place] {
      if columns.hasChanged(column, in: change) { isChanged[place] = true }
    }
  }

  private func noteRow(_ change: RowChange) {
    guard let keys = columns.keys(of: change) else {
      for ids in rowObservers.values { concernedByRow.formUnion(ids) }
      return
    }
    for case let key? in [keys.old, keys.new] {
      if let ids = rowObservers[key] { concernedByRow.formUnion(ids) }
    }
  }

  private func record(_ change: RowChange) {
    for naming in journals.namings {
      let keys = naming == .rowID ? change.rowIDs : columns.keys(of: change)
      guard let keys, !change.isBlobWrite else {
        journals[naming]?.isIncomplete = true
        continue
      }
      if let old = keys.old {
        journals[naming]?.note(old, wasThere: true, isThere: old == keys.new)
      }
      if let new = keys.new, new != keys.old {
        journals[naming]?.note(new, wasThere: false, isThere: true)
      }
    }
  }

  /// The observers that the changes affect.
  var concerned: Set<Int> {
    if rowsChanged { return concernedByRow.union(observers.keys) }
    if !isChanged.contains(true) { return concernedByRow }
    return concernedByRow.isEmpty ? concernedByColumns : concernedByRow.union(concernedByColumns)
  }

  private var concernedByColumns: Set<Int> {
    if let recent = recentlyConcerned, recent.isChanged == isChanged { return recent.observers }
    let changed = zip(watchedColumns, isChanged).lazy.filter(\.1).map(\.0)
    let concerned = Set(observers.lazy.filter { !$0.value.isDisjoint(with: changed) }.map(\.key))
    recentlyConcerned = (isChanged, concerned)
    return concerned
  }

  func forgetChanges() {
    isTouched = false
    rowsChanged = false
    for place in isChanged.indices { isChanged[place] = false }
    if !concernedByRow.isEmpty { concernedByRow.removeAll() }
    journals.clear()
  }
}
