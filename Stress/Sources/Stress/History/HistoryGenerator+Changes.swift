import ORM

extension HistoryGenerator {
  func isOld(_ table: TableModel) -> Bool { old.table(table.id) != nil }

  /// Whether nothing but its table and views names a column.
  func isFree(_ column: ColumnModel, of table: TableModel) -> Bool {
    column.reference == nil && !table.indexes.contains { $0.column == column.id }
      && !table.columns.contains { $0.source == column.id }
      && version.schema.search?.column != column.id
  }

  /// The columns that both versions have and that no other change has touched.
  func columns(
    _ isWanted: (ColumnModel, TableModel) -> Bool
  ) -> [(TableModel, ColumnModel)] {
    var found: [(TableModel, ColumnModel)] = []
    for table in version.schema.tables {
      guard let former = old.table(table.id) else { continue }
      found += table.plain.filter { column in
        former.column(column.id) != nil && !touched.contains(column.id) && isWanted(column, table)
      }.map { (table, $0) }
    }
    return found
  }

  func formerName(_ column: ColumnModel, of table: TableModel) -> String {
    old.table(table.id)?.column(column.id)?.name ?? ""
  }

  mutating func edit(
    _ isWanted: (ColumnModel) -> Bool,
    _ body: (inout ColumnModel, inout HistoryGenerator) -> Void
  ) {
    guard case (var table, var column)? = pick(columns({ column, _ in isWanted(column) })) else {
      return
    }
    touched.insert(column.id)
    body(&column, &self)
    table.set(column)
    version.schema.set(table)
  }

  mutating func changeTable(
    _ body: (inout TableModel, inout HistoryGenerator) -> Void
  ) {
    guard var table = pick(version.schema.tables) else { return }
    let wasLogged = table.isLogged
    body(&table, &self)
    version.schema.set(table)
    if wasLogged && !table.isLogged {
      version.allowed.append(.droppingTrigger("log\(table.id)"))
    }
  }

  mutating func add(
    _ rule: ModelRule, _ column: ColumnModel, of table: TableModel, isFill: Bool,
    closures: Double = 0.4
  ) {
    version.rules.append(
      VersionRule(
        table: table.id, column: column.id, rule: rule, isClosure: chance(closures), isFill: isFill)
    )
  }

  mutating func remove(_ column: ColumnModel, of table: inout TableModel) {
    touched.insert(column.id)
    dropped.append((table.id, formerName(column, of: table)))
    table.columns.removeAll { $0.id == column.id }
    removeViews { $0.column == column.id }
  }

  mutating func removeViews(_ isGone: (ViewModel) -> Bool) {
    for view in version.schema.views where isGone(view) {
      version.allowed.append(.droppingView(view.name))
    }
    version.schema.views.removeAll(where: isGone)
  }

  mutating func dropTable() {
    let tables = version.schema.tables
    let free = tables.filter { table in
      isOld(table) && version.schema.search?.table != table.id
        && !table.columns.contains { touched.contains($0.id) }
        && !tables.contains {
          $0.id != table.id && $0.columns.contains { $0.reference == table.id }
        }
    }
    guard tables.count > 2, let table = pick(free), let former = old.table(table.id) else { return }
    version.schema.tables.removeAll { $0.id == table.id }
    version.allowed.append(.droppingTable(former.name))
    removeViews { $0.table == table.id }
  }

  mutating func renameTable() {
    guard var table = pick(version.schema.tables) else { return }
    table.name = name("t", besides: version.schema.tables.map(\.name))
    version.schema.set(table)
  }

  mutating func swapTables() {
    var free = version.schema.tables.filter(isOld)
    guard free.count > 1 else { return }
    free.shuffle(using: &random)
    (free[0].name, free[1].name) = (free[1].name, free[0].name)
    version.schema.set(free[0])
    version.schema.set(free[1])
  }

  mutating func addColumn() {
    // The rows of a new table whose key is touched come from a step, which knows its columns.
    let tables = version.schema.tables.filter { isOld($0) || !touched.contains($0.key.id) }
    guard var table = pick(tables) else { return }
    let column = column(of: table)
    if let former = old.table(table.id),
      (column.isNotNull && column.defaultValue == nil) || chance(0.3)
    {
      let bases = former.columns.filter {
        $0.kind == column.kind && $0.source == nil && $0.reference == nil
      }
      if chance(0.6), let base = pick(bases) {
        add(.filled(base.name, value(column.kind)), column, of: table, isFill: true)
      } else {
        add(.constant(value(column.kind)), column, of: table, isFill: true, closures: 0)
      }
    }
    touched.insert(column.id)
    table.columns.append(column)
    version.schema.set(table)
  }

  mutating func dropColumn() {
    guard case (var table, let column)? = pick(columns(isFree)), table.plain.count > 1 else {
      return
    }
    remove(column, of: &table)
    version.schema.set(table)
  }

  mutating func renameColumn() {
    guard case (var table, var column)? = pick(columns { _, _ in true })
    else { return }
    column.name = name("c", besides: table.columns.map(\.name))
    table.set(column)
    version.schema.set(table)
  }

  mutating func swapColumns() {
    guard case (var table, var first)? = pick(columns { _, _ in true })
    else { return }
    let others = table.plain.filter {
      $0.id != first.id && old.table(table.id)?.column($0.id) != nil
    }
    guard var second = pick(others) else { return }
    (first.name, second.name) = (second.name, first.name)
    table.set(first)
    table.set(second)
    version.schema.set(table)
  }

  mutating func requireColumn() {
    let found = columns { column, table in
      !column.isNotNull && column.reference == nil
        && !table.indexes.contains { $0.column == column.id && $0.isUnique }
    }
    guard case (var table, var column)? = pick(found) else { return }
    touched.insert(column.id)
    column.isNotNull = true
    add(
      .filled(formerName(column, of: table), value(column.kind)), column, of: table, isFill: true)
    table.set(column)
    version.schema.set(table)
  }

  /// Changes the type of a column, or only the meaning of its values.
  mutating func convert() {
    guard case (var table, var column)? = pick(columns(isFree)) else { return }
    touched.insert(column.id)
    let former = column.kind
    if chance(0.5) { column.kind = pick(ColumnModel.Kind.allCases) ?? .text }
    if column.kind == former { column.meaning = version.name }
    column.defaultValue = nil
    add(
      .converted(formerName(column, of: table), from: former, to: column.kind), column, of: table,
      isFill: false)
    table.set(column)
    version.schema.set(table)
  }

  mutating func split() {
    let found = columns { column, table in column.kind == .text && isFree(column, of: table) }
    guard case (var table, let column)? = pick(found) else { return }
    let former = formerName(column, of: table)
    remove(column, of: &table)
    for part in 0...1 {
      var half = self.column(of: table)
      (half.kind, half.isNotNull, half.defaultValue) = (.text, column.isNotNull, nil)
      table.columns.append(half)
      touched.insert(half.id)
      add(.word(former, part), half, of: table, isFill: true)
    }
    version.schema.set(table)
  }

  mutating func join() {
    let isText = { (column: ColumnModel) in column.kind == .text }
    let found = columns { column, table in isText(column) && isFree(column, of: table) }
    guard case (var table, let first)? = pick(found) else { return }
    let others = table.plain.filter { column in
      column.id != first.id && isText(column) && isFree(column, of: table)
        && !touched.contains(column.id) && old.table(table.id)?.column(column.id) != nil
    }
    guard let second = pick(others) else { return }
    let rule = ModelRule.joined(formerName(first, of: table), formerName(second, of: table))
    remove(first, of: &table)
    remove(second, of: &table)
    var column = column(of: table)
    (column.kind, column.isNotNull, column.defaultValue) = (.text, false, nil)
    table.columns.append(column)
    touched.insert(column.id)
    add(rule, column, of: table, isFill: true)
    version.schema.set(table)
  }

  mutating func extract() {
    let found = columns { column, table in
      column.kind == .text && isFree(column, of: table) && !touched.contains(table.key.id)
    }
    guard case (var table, let column)? = pick(found), table.plain.count > 1 else { return }
    let former = formerName(column, of: table)
    remove(column, of: &table)
    let taken = (version.schema.tables + old.tables).map(\.name)
    var parent = TableModel(id: id(), name: name("t", besides: taken), kind: .rowID)
    parent.columns = [
      ColumnModel(id: id(), name: "id", kind: .integer),
      ColumnModel(id: id(), name: "label", kind: .text, isNotNull: true),
    ]
    for column in parent.columns { touched.insert(column.id) }
    var reference = self.column(of: table)
    (reference.kind, reference.defaultValue) = (.integer, nil)
    (reference.isNotNull, reference.reference) = (column.isNotNull, parent.id)
    touched.insert(reference.id)
    table.columns.append(reference)
    version.schema.tables.append(parent)
    version.schema.set(table)
    version.stepsBetween.append(
      .extract(
        table: table.id, column: column.id,
        ModelStep.Extracted(
          parent: parent.id, label: parent.columns[1].id, reference: reference.id, name: former)))
  }

  mutating func addIndex() {
    guard case (var table, let column)? = pick(columns(isFree)) else { return }
    let wasNotNull = old.table(table.id)?.column(column.id)?.isNotNull ?? false
    let isUnique = chance(0.5)
    if isUnique && (column.isNotNull || wasNotNull) { return }
    touched.insert(column.id)
    if isUnique { version.stepsBefore.append(.distinct(table: table.id, column: column.id)) }
    table.indexes.append(IndexModel(name: "i\(id())", column: column.id, isUnique: isUnique))
    version.schema.set(table)
  }

  mutating func dropIndex() {
    guard var table = pick(version.schema.tables.filter { isOld($0) && !$0.indexes.isEmpty }),
      let index = pick(table.indexes)
    else { return }
    // The column may be changed in the next version, but not in this one.
    touched.insert(index.column)
    table.indexes.removeAll { $0.name == index.name }
    version.allowed.append(.droppingIndex(index.name))
    version.schema.set(table)
  }

  /// All keys of a table become others, with what refers to them.
  mutating func rekey() {
    let tables = version.schema.tables.filter {
      isOld($0) && $0.kind != .composite && !touched.contains($0.key.id)
    }
    guard var table = pick(tables) else { return }
    let children = version.schema.tables.flatMap { child in
      child.columns.filter { $0.reference == table.id }.map { (child, $0) }
    }
    let areFree = children.allSatisfy { child, column in
      old.table(child.id)?.column(column.id)?.reference == table.id
        && !touched.contains(column.id)
    }
    guard areFree, !old.tables.contains(where: { refersOnlyBefore($0, to: table.id) }) else {
      return
    }
    var key = table.key
    key.meaning = version.name
    touched.insert(key.id)
    add(.key(formerName(key, of: table), table.kind), key, of: table, isFill: false, closures: 0)
    table.set(key)
    version.schema.set(table)
    for (child, column) in children {
      guard var child = version.schema.table(child.id), var column = child.column(column.id)
      else { continue }
      column.meaning = version.name
      touched.insert(column.id)
      add(
        .key(formerName(column, of: child), table.kind), column, of: child, isFill: false,
        closures: 0)
      child.set(column)
      version.schema.set(child)
    }
  }

  /// Whether a table refers to another in the version before, and not in this one.
  func refersOnlyBefore(_ former: TableModel, to parent: Int) -> Bool {
    former.columns.contains { column in
      column.reference == parent
        && version.schema.table(former.id)?.column(column.id)?.reference != parent
    }
  }

  mutating func addStep() {
    let found = columns { column, table in
      column.kind == .integer && isFree(column, of: table)
    }
    guard case (let table, let column)? = pick(found) else { return }
    touched.insert(column.id)
    if chance(0.5) {
      version.stepsBefore.append(.double(table: table.id, column: column.id))
    } else {
      version.stepsAfter.append(.double(table: table.id, column: column.id))
    }
  }

  mutating func addView() {
    guard let table = pick(version.schema.tables), let column = pick(table.plain) else { return }
    version.schema.views.append(
      ViewModel(name: "view\(id())", table: table.id, column: column.id))
  }

  mutating func dropView() {
    guard let view = pick(version.schema.views) else { return }
    removeViews { $0.name == view.name }
  }
}
