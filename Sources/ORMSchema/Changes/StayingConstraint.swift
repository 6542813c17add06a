import ORMCore

extension Schema.Change {
  /// Whether this is a constraint that only the database has: a `UNIQUE`, a `CHECK`, a foreign key
  /// or a unique index. It can refuse or delete rows that the schema allows.
  package var isStayingConstraint: Bool {
    guard action == .extra else { return false }
    return switch kind {
    case .key, .check, .reference: true
    case .index: found?.utf8.starts(with: "CREATE UNIQUE".utf8) ?? false
    case .table, .column, .view, .trigger, .virtualTable: false
    }
  }

  /// The advice for a constraint that only the database has.
  package var cure: String {
    let permission =
      kind == .index
      ? ".droppingIndex(\(object.debugDescription))"
      : ".droppingConstraint(\(object.debugDescription), \((member ?? "").debugDescription))"
    return "to keep it, declare it in the struct; to drop it, allow \(permission)"
  }

  /// Whether rebuilding the table loses something that the struct could declare.
  ///
  /// A struct without `WITHOUT ROWID` or a collation does not show that the database has one.
  var isUndeclaredOption: Bool { declaration != nil }

  /// The declaration that keeps the database's option; nil if the schema has another one.
  package var declaration: String? {
    if action != .changed { return nil }
    switch (property, found, wanted) {
    case (.withoutRowID, let found?, _) where found.hasSameBytes(as: "yes"):
      return "@Table(withoutRowID: true)"
    case (.collation, let found?, nil): return "@Column(collate: \(found.collationInSwift))"
    default: return nil
    }
  }
}

extension String {
  /// The collation as Swift source.
  fileprivate var collationInSwift: String {
    if isSameName(as: "NOCASE") { return ".noCase" }
    return isSameName(as: "RTRIM") ? ".rightTrim" : debugDescription
  }
}

extension Schema {
  /// Returns warnings about the constraints that only a database has.
  package func warningsOfConstraints(in found: Schema) -> [String] {
    changes(from: found).filter(\.isStayingConstraint).map { "\($0); \($0.cure)" }
  }

  /// Whether a constraint of a database concerns a column of this schema.
  func hasColumn(of constraint: Change, in found: Schema) -> Bool {
    let index = found.indexes.first {
      constraint.kind == .index && $0.name.isSameName(as: constraint.object)
    }
    guard let wanted = table(index?.table ?? constraint.object), let old = found.table(wanted.name)
    else { return false }
    if let index { return wanted.hasColumn(of: index.columns) }
    let sql = constraint.member ?? ""
    switch constraint.kind {
    case .key:
      return old.keys.contains {
        $0.tableSQL.hasSameBytes(as: sql) && wanted.hasColumn(of: $0.columns)
      }
    case .check:
      return old.checks.contains { check in
        check.sql.hasSameBytes(as: sql)
          && wanted.columns.contains { check.expression.names([$0.name]) }
      }
    case .reference:
      return old.references.contains { reference in
        reference.tableSQL.hasSameBytes(as: sql)
          && reference.columns.contains { wanted.column($0) != nil }
      }
    case .table, .column, .index, .view, .trigger, .virtualTable: return false
    }
  }
}

extension Schema.Table {
  fileprivate func hasColumn(of parts: [Schema.IndexedColumn]) -> Bool {
    parts.contains { part in
      part.isExpression
        ? columns.contains { part.text.names([$0.name]) } : column(part.text) != nil
    }
  }
}
