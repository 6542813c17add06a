import ORMCore

/// A query that counts what a migration would lose.
package struct LossCheck: Sendable {
  /// The loss, without its count.
  package let loss: DataLoss
  /// A query that returns the number of rows or values, as one row of one column.
  package let countSQL: String
  /// A query of up to ten keys; nil if there are no keys to list.
  package let keysSQL: String?
  /// Whether it is reported even if the count is 0, because something that the schema does not have
  /// is dropped.
  package var isToldIfEmpty = false
}

/// The losses of a table's rows. Losses of single rows are counted in one pass.
package struct TableLossChecks: Sendable {
  /// The losses of single rows, each with its condition.
  package let rowLosses: [(loss: DataLoss, condition: String)]
  /// The rows after the migration, as SQL for `FROM`.
  package let converted: String
  /// The losses that concern several rows together.
  package let others: [LossCheck]

  /// The name of the table; empty if there is nothing to check.
  package var table: String { rowLosses.first?.loss.table ?? others.first?.loss.table ?? "" }

  /// A query that returns one row with the count of each of ``rowLosses``.
  package var countSQL: String {
    let sums = rowLosses.map { "coalesce(sum(\($0.condition)), 0)" }
    return "SELECT \(sums.joined(separator: ", ")) FROM \(converted)"
  }

  /// A query of the keys of up to ten rows that have a loss.
  package func keysSQL(of place: Int) -> String {
    "SELECT \(ConvertedRows.key) FROM \(converted) WHERE \(rowLosses[place].condition) LIMIT 10"
  }

  /// A query that returns the number of the table's rows.
  package var totalSQL: String { "SELECT count(*) FROM \(converted)" }

  package var isEmpty: Bool { rowLosses.isEmpty && others.isEmpty }
}

/// The rows of a table after the migration, computed from the current ones.
struct ConvertedRows {
  /// The column that identifies a row.
  static let key = "\"orm key\""

  let change: TableChange
  let allowed: Set<PermittedLoss>
  /// The rows that are read.
  let rows: TableChange.Rows

  init(of change: TableChange, in rows: TableChange.Rows, allowed: Set<PermittedLoss>) {
    self.change = change
    self.rows = rows
    self.allowed = allowed
  }

  /// The name of the column with the value before the new type converts it.
  private func old(_ place: Int) -> String { "\"orm old \(place)\"" }

  /// The name of the column with the value before its representation is converted and before a rule
  /// fills NULLs.
  private func unconverted(_ place: Int) -> String { "\"orm unconverted \(place)\"" }

  /// The name of the column with the converted value before a rule fills NULLs.
  private func unfilled(_ place: Int) -> String { "\"orm unfilled \(place)\"" }

  /// The rows as a subquery in parentheses, under the table's new name.
  var sql: String {
    var columns = ["\(keySQL) AS \(Self.key)"]
    var generated: [String] = []
    for (place, column) in change.final.columns.enumerated() {
      let name = column.name.quotedIdentifier
      if let expression = column.generated?.expression {
        if !isComputedAnew(column), let old = change.foundName(of: column) {
          columns.append("\(rows.name(old)) AS \(name)")
        } else {
          generated.append("(\(expression)\n) AS \(name)")
        }
        continue
      }
      if let value = change.valueBeforeConversion(of: column, in: rows) {
        columns.append("\(value) AS \(unconverted(place))")
      }
      if let value = change.valueBeforeFill(of: column, in: rows) {
        columns.append("\(value) AS \(unfilled(place))")
      }
      guard let value = change.value(of: column, in: rows) else {
        columns.append("\(column.defaultValue.map { "(\($0.expression)\n)" } ?? "NULL") AS \(name)")
        continue
      }
      guard change.isConverted(column) else {
        columns.append("\(value) AS \(name)")
        continue
      }
      columns.append("\(value) AS \(old(place))")
      columns.append("\(stored(value, in: column)) AS \(name)")
    }
    var sql = "SELECT \(columns.joined(separator: ", ")) FROM \(rows.relation)"
    if !generated.isEmpty {
      sql =
        "SELECT *, \(generated.joined(separator: ", ")) FROM (\(sql))"
        + " AS \(change.final.name.quotedIdentifier)"
    }
    return "(\(sql)) AS \(change.final.name.quotedIdentifier)"
  }

  /// The SQL of the value that a converted column stores.
  func stored(_ value: String, in column: Schema.Column) -> String {
    conversion(of: column).stored(forced(value, of: column))
  }

  /// The SQL of the value that is copied. If changing values is allowed, a value that the type
  /// refuses is converted with `CAST`.
  private func forced(_ value: String, of column: Schema.Column) -> String {
    let permission = PermittedLoss.changingValues(change.final.name, column.name)
    guard allowed.contains(permission) else { return value }
    let conversion = conversion(of: column)
    guard change.representationChange(of: column)?.work == .convert,
      conversion.refusal(of: "v") != nil
    else { return conversion.forced(value) }
    // The SQL of the value is long. Repeated inside the CASE, it is nested too deep for SQLite.
    return "(SELECT \(conversion.forced("v")) FROM (SELECT \(value) AS v))"
  }

  /// Whether a generated column's values differ from those that the database computes now.
  private func isComputedAnew(_ column: Schema.Column) -> Bool {
    guard let generated = column.generated else { return false }
    let (old, new) = (TableMeaning(change.current), TableMeaning(change.final))
    let before = change.current.column(column.name).flatMap { old.generation(of: $0)?.expression }
    return before != new.generation(of: column)?.expression
      || generated.expression.names(
        change.final.columns.filter { change.isConverted($0) }.map(\.name))
  }

  /// The columns whose values may change.
  private var movedColumns: [String] {
    change.final.columns.filter { change.isConverted($0) || isComputedAnew($0) }.map(\.name)
  }

  private var keySQL: String {
    let key = change.found.primaryKey?.columns.compactMap(\.column) ?? []
    if key.isEmpty { return rows.rowID.map { "CAST(\($0) AS TEXT)" } ?? "''" }
    return key.map { "coalesce(CAST(\(rows.name($0)) AS TEXT), 'NULL')" }
      .joined(separator: " || ' ' || ")
  }

  private func conversion(of column: Schema.Column) -> TypeConversion {
    change.conversion(of: column)
  }
}

// MARK: - Losses

extension ConvertedRows {
  /// The checks that the table needs.
  ///
  /// - Parameters:
  ///   - newIndexes: The unique indexes that are new, or that contain converted columns.
  ///   - schema: The schema that the table will be in.
  ///   - parent: The rows that a foreign key refers to; nil if there will be none.
  func checks(
    newIndexes: [Schema.Index], in schema: Schema,
    parent: (Schema.Reference) -> ReferencedRows?
  ) -> TableLossChecks {
    TableLossChecks(
      rowLosses: valueLosses + nullLosses + checkLosses + referenceLosses(in: schema, parent),
      converted: sql, others: duplicates(newIndexes))
  }

  private func loss(
    _ kind: DataLoss.Kind, _ member: String, type: String? = nil
  ) -> DataLoss {
    DataLoss(kind, change.final.name, member, type: type)
  }

  private var valueLosses: [(loss: DataLoss, condition: String)] {
    var losses: [(loss: DataLoss, condition: String)] = []
    for (place, column) in change.final.columns.enumerated() where column.generated == nil {
      losses += representationLosses(of: column, at: place)
      let conversion = conversion(of: column)
      guard change.isConverted(column) else {
        // A `STRICT` table may refuse the column's default.
        if column.defaultValue != nil, change.value(of: column, in: change.rowsBefore) == nil,
          let refusal = conversion.refusal(of: column.name.quotedIdentifier)
        {
          losses.append((loss(.unstorableValue, column.name, type: column.type), refusal))
        }
        continue
      }
      if let refusal = conversion.refusal(of: old(place)) {
        var loss = loss(.unstorableValue, column.name, type: column.type)
        loss.isOfDates = isOfDates(column)
        losses.append((loss, refusal))
      }
      if change.isConvertedByRule(column) { continue }
      let stored = column.name.quotedIdentifier
      losses.append(
        (
          loss(.changedValue, column.name, type: column.type),
          conversion.change(from: old(place), to: stored)
        ))
    }
    return losses
  }

  /// Whether a column becomes numeric and its values are read as dates.
  private func isOfDates(_ column: Schema.Column) -> Bool {
    guard let name = change.wanted.column(column.name)?.representation?.name,
      case .instant = KnownRepresentation(name)
    else { return false }
    return !column.type.isSameName(as: "TEXT")
  }

  /// Counts the values that the column's new representation can't hold, or would read differently.
  private func representationLosses(
    of column: Schema.Column, at place: Int
  ) -> [(loss: DataLoss, condition: String)] {
    let stored = column.name.quotedIdentifier
    guard let representation = change.wanted.column(column.name)?.representation else { return [] }
    let value = unconverted(place)
    guard let representations = change.representationChange(of: column) else {
      guard change.hasRule(column),
        let condition = RepresentationChange.unreadable(stored, as: representation)
      else { return [] }
      // Values that stay unchanged are not checked.
      let isNew = change.fillsNulls(of: column) ? "\(value) IS NULL AND " : ""
      return [(loss(.unstorableValue, column.name, type: representation.name), isNew + condition)]
    }
    if representations.work == .undefined {
      let (old, new) = (representations.old, representation)
      let isOfMeaning = !old.isUnrecorded && !old.meaning.hasSameBytes(as: new.meaning)
      let words = isOfMeaning ? (old.meaningInWords, new.meaningInWords) : (old.name, new.name)
      var loss = loss(.undefinedConversion, column.name, type: "\(words.0) to \(words.1)")
      loss.mayStay = isOfMeaning || old.isUnrecorded
      return [(loss, "\(value) IS NOT NULL")]
    }
    let converted = change.valueBeforeFill(of: column, in: rows) == nil ? stored : unfilled(place)
    var losses: [(loss: DataLoss, condition: String)] = []
    if let condition = representations.refusal(
      of: value, converted: converted, stored: stored)
    {
      losses.append((loss(.unstorableValue, column.name, type: representation.name), condition))
    }
    if let condition = representations.change(from: value, to: converted) {
      losses.append((loss(.changedValue, column.name, type: representation.name), condition))
    }
    return losses
  }

  private var nullLosses: [(loss: DataLoss, condition: String)] {
    let (old, new) = (TableMeaning(change.found), TableMeaning(change.final))
    return change.final.columns.compactMap { column in
      let isKey = change.final.rowIDColumn?.name.isSameName(as: column.name) == true
      guard isKey || new.notNull(of: column) != nil, column.generated == nil else { return nil }
      if let found = change.foundName(of: column).flatMap(change.found.column) {
        let wasKey = change.found.rowIDColumn?.name.isSameName(as: found.name) == true
        let refused = old.notNull(of: found).map { $0 == .abort || $0 == .fail || $0 == .rollback }
        // A value that can't be converted becomes NULL, if that loss is allowed.
        let becomesNull =
          change.representationChange(of: column)?.work == .convert
          && allowed.contains(.changingValues(change.final.name, column.name))
        if !change.hasRule(column), !becomesNull, refused == true || wasKey { return nil }
      } else if change.value(of: column, in: change.rowsBefore) == nil {
        if isKey || new.defaultValue(of: column) != .null { return nil }
      } else if isKey && !change.hasRule(column) {
        return nil
      }
      var loss = loss(.nullValue, column.name)
      loss.formerNameArgument = change.renameArgument(of: column)
      return (loss, "\(column.name.quotedIdentifier) IS NULL")
    }
  }

  private var checkLosses: [(loss: DataLoss, condition: String)] {
    let (old, new) = (TableMeaning(change.current), TableMeaning(change.final))
    let known = Set(change.current.checks.map { old.expression($0.expression) })
    let moved = movedColumns
    return change.final.checks.compactMap { check in
      if known.contains(new.expression(check.expression)), !check.expression.names(moved) {
        return nil
      }
      return (
        loss(.failedCheck, check.sql),
        "(\(check.expression)\n) IS NOT NULL AND NOT (\(check.expression)\n)"
      )
    }
  }

  private func referenceLosses(
    in lookup: Schema, _ parent: (Schema.Reference) -> ReferencedRows?
  ) -> [(loss: DataLoss, condition: String)] {
    let known = Set(
      change.current.references.map {
        TableMeaning(change.current).reference($0, in: lookup).target
      })
    return change.final.references.compactMap { reference in
      let meaning = TableMeaning(change.final).reference(reference, in: lookup)
      let isMoved = reference.columns.contains { name in
        change.final.column(name).map(change.isConverted) ?? false
      }
      let rows = parent(reference)
      let isParentMoved = rows.map { !$0.comparisons.isEmpty } ?? false
      if known.contains(meaning.target) && !isMoved && !isParentMoved { return nil }
      return (loss(.missingReference, reference.tableSQL), isMissing(reference, rows))
    }
  }

  /// The condition, as SQL, that a row refers to a row that does not exist.
  private func isMissing(_ reference: Schema.Reference, _ parent: ReferencedRows?) -> String {
    let table = change.final.name.quotedIdentifier
    let own = reference.columns.map { "\(table).\($0.quotedIdentifier)" }
    let isReference = own.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    return "(\(isReference) AND NOT \(parent?.contain(own) ?? "0"))"
  }

  private func duplicates(_ newIndexes: [Schema.Index]) -> [LossCheck] {
    let (old, new) = (TableMeaning(change.current), TableMeaning(change.final))
    let known = Set(change.current.keys.map { old.indexed($0.columns) })
    let moved = movedColumns
    func isMoved(_ columns: [Schema.IndexedColumn]) -> Bool {
      columns.contains {
        $0.text.names(moved)
          || $0.column.map { [$0] }?.contains { name in
            moved.contains { $0.isSameName(as: name) }
          } == true
      }
    }
    var checks: [LossCheck] = []
    for key in change.final.keys
    where !known.contains(new.indexed(key.columns)) || isMoved(key.columns) {
      let words = key.kind == .primary ? "the primary key" : key.tableSQL
      checks.append(duplicates(of: key.columns, words, condition: nil))
    }
    for index in newIndexes {
      checks.append(
        duplicates(of: index.columns, "the index \(index.name)", condition: index.condition))
    }
    return checks
  }

  private func duplicates(
    of columns: [Schema.IndexedColumn], _ words: String, condition: String?
  ) -> LossCheck {
    let terms = columns.map { part in
      part.isExpression ? "(\(part.text)\n)" : part.text.quotedIdentifier
    }
    let groups = zip(columns, terms).map { part, term in
      let own = part.column.flatMap(change.final.column)?.collation
      return (part.collation ?? own).map { "\(term) COLLATE \($0.quotedIdentifier)" }
        // In the rows that are read, the column may have another collation.
        ?? (part.isExpression ? term : "\(term) COLLATE BINARY")
    }
    var conditions = terms.map { "\($0) IS NOT NULL" }
    if let condition { conditions.append("(\(condition)\n)") }
    let tail =
      " FROM \(sql) WHERE \(conditions.joined(separator: " AND "))"
      + " GROUP BY \(groups.joined(separator: ", ")) HAVING count(*) > 1"
    return LossCheck(
      loss: loss(.duplicate, words),
      countSQL: "SELECT coalesce(sum(n - 1), 0) FROM (SELECT count(*) AS n\(tail))",
      keysSQL: "SELECT max(\(Self.key))\(tail) LIMIT 10")
  }
}

extension RepresentationSchema {
  fileprivate var meaningInWords: String {
    meaning.map { "the meaning \($0.debugDescription)" } ?? "no meaning"
  }
}

extension TableMeaning.ReferenceMeaning {
  /// The columns and the table that must exist, whatever the actions of the foreign key.
  fileprivate var target: [SQLName] { columns + [table] + tableColumns }
}
