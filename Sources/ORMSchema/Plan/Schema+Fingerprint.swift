import ORMCore

extension Schema {
  /// Returns a fingerprint of the SQL in a database's schema, independent of its order.
  ///
  /// SQLite's internal tables and the tables of migrations are left out.
  package static func fingerprint(of entries: some Sequence<Entry>) -> String {
    var sum = ContentsHash()
    for entry in entries {
      guard let sql = entry.sql, !entry.name.isReservedName, !isOfMigrations(entry.name) else {
        continue
      }
      sum.add(sql)
    }
    return sum.text
  }

  /// A fingerprint of the schema, including former names.
  ///
  /// It is computed without creating a text, because a program needs it at each start.
  ///
  /// If there are enums with cases, the fingerprint ends with a point and a hash of the cases: a
  /// program with other cases and the same tables is neither older nor newer.
  package var fingerprint: String {
    let cases = casesFingerprint
    return cases.map { "\(fingerprintWithoutCases).\($0)" } ?? fingerprintWithoutCases
  }

  private var casesFingerprint: String? {
    var hash = StableHash()
    var hasCases = false
    for table in tables {
      for column in table.columns {
        guard let cases = column.representation?.cases else { continue }
        hasCases = true
        hash.combine(table.name)
        hash.combine(column.name)
        hash.combine(cases) { hash, one in
          hash.combine(one.name)
          hash.combine(one.value)
        }
      }
    }
    return hasCases ? hash.text : nil
  }

  private var fingerprintWithoutCases: String {
    var hash = StableHash()
    hash.combine(tables) { hash, table in hash.combine(table) }
    hash.combine(indexes) { hash, index in
      hash.combine(index.name)
      hash.combine(index.table)
      hash.combine(index.columns) { hash, part in hash.combine(part) }
      hash.combine(index.isUnique)
      hash.combine(index.condition)
    }
    hash.combine(views) { hash, view in
      hash.combine(view.name)
      hash.combine(view.columns)
      hash.combine(view.query)
    }
    hash.combine(triggers) { hash, trigger in
      hash.combine(trigger.name)
      hash.combine(trigger.table)
      hash.combine(trigger.timing.rawValue)
      hash.combine(trigger.event.rawValue)
      hash.combine(trigger.columns)
      hash.combine(trigger.action)
    }
    hash.combine(virtualTables) { hash, table in
      hash.combine(table.name)
      hash.combine(table.module)
      hash.combine(table.arguments)
    }
    return hash.text
  }

  /// Returns a hash of a text that is the same in each process and on each machine.
  package static func checksum(of text: String) -> String {
    var hash = StableHash()
    hash.combine(text)
    return hash.text
  }
}

/// The fingerprint of texts, independent of their order.
package struct ContentsHash {
  private var sum: UInt64 = 0

  package init() {}

  package mutating func add(_ sql: String) {
    var hash = StableHash()
    hash.combine(sql)
    sum &+= hash.value
  }

  package mutating func add(_ sql: UnsafeRawBufferPointer) {
    var hash = StableHash()
    hash.combine(sql)
    sum &+= hash.value
  }

  package var text: String { String(sum, radix: 16) }
}

// MARK: - Parts

extension StableHash {
  fileprivate mutating func combine(_ table: Schema.Table) {
    combine(table.name)
    combine(table.formerNames)
    combine(table.columns) { hash, column in hash.combine(column) }
    combine(table.keys) { hash, key in
      hash.combine(key.name)
      hash.combine(key.kind == .primary)
      hash.combine(key.columns) { hash, part in hash.combine(part) }
      hash.combine(key.conflict?.rawValue)
      hash.combine(key.isAutoincrement)
      hash.combine(key.isOnColumn)
    }
    combine(table.checks) { hash, check in
      hash.combine(check.name)
      hash.combine(check.expression)
      hash.combine(check.column)
    }
    combine(table.references) { hash, reference in
      hash.combine(reference.name)
      hash.combine(reference.columns)
      hash.combine(reference.table)
      hash.combine(reference.tableColumns)
      hash.combine(reference.onDelete.rawValue)
      hash.combine(reference.onUpdate.rawValue)
      hash.combine(reference.match)
      hash.combine(reference.deferral?.rawValue)
      hash.combine(reference.isOnColumn)
    }
    combine(table.isStrict)
    combine(table.isWithoutRowID)
  }

  private mutating func combine(_ column: Schema.Column) {
    combine(column.name)
    combine(column.formerNames)
    combine(column.type)
    combine(column.notNull == nil)
    combine(column.notNull?.name)
    combine(column.notNull?.conflict?.rawValue)
    combine(column.defaultValue?.name)
    combine(column.defaultValue?.expression)
    combine(column.collation)
    combine(column.generated?.name)
    combine(column.generated?.expression)
    combine(column.generated?.isStored ?? false)
    // A representation that the type implies must not change the fingerprints that older versions
    // have recorded.
    if let representation = column.representation,
      !RepresentationSchema(representation.name).isImplied(by: column.type)
    {
      combine(representation.name)
    }
    if let meaning = column.representation?.meaning {
      combine("meaning")
      combine(meaning)
    }
  }

  fileprivate mutating func combine(_ part: Schema.IndexedColumn) {
    combine(part.text)
    combine(part.isExpression)
    combine(part.collation)
    combine(part.isDescending)
  }
}
