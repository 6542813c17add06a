import ORMCore

extension Schema {
  /// A difference between two schemas: the one that a database has, and the one that it should
  /// have.
  ///
  /// ```swift
  /// for change in schema.changes(from: found) { print(change) }
  /// // album: column lastPlayed is added
  /// // album: the type of column year changes from TEXT to INTEGER
  /// ```
  public struct Change: Sendable, Hashable {
    /// The action that the difference needs.
    public enum Action: String, Sendable, Hashable, CaseIterable {
      /// The database lacks the part.
      case added
      /// Both schemas have the part, and the difference matters to SQLite.
      case changed
      /// Only the database has the part. It stays, unless dropping it is allowed. If
      /// ``Change/property`` is `notNull`, the part is a `NOT NULL` column without a default: no
      /// row can be inserted without a value for it.
      case extra
      /// Both schemas have the part, in different words that have the same meaning for SQLite:
      /// there is nothing to do.
      case note
      /// The database has the part, but its SQL can't be parsed.
      case unreadable
    }

    /// The kind of a part of a schema.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A table.
      case table
      /// A column of a table.
      case column
      /// A primary key or a `UNIQUE` constraint.
      case key
      /// A `CHECK` constraint.
      case check
      /// A foreign key.
      case reference
      /// An index.
      case index
      /// A view.
      case view
      /// A trigger.
      case trigger
      /// A virtual table.
      case virtualTable = "virtual table"
    }

    /// A property of a part that both schemas have.
    public enum Property: String, Sendable, Hashable, CaseIterable {
      /// The whole definition.
      case definition
      /// The spelling of the name.
      case name
      /// The name of a constraint.
      case constraintName = "constraint name"
      /// A column's declared type.
      case type
      /// Whether a column refuses NULL, and with which `ON CONFLICT`.
      case notNull = "NOT NULL"
      /// A column's default.
      case defaultValue = "default"
      /// The representation of a column's values, which SQLite does not store.
      case representation
      /// A column's collation.
      case collation
      /// The expression of a generated column.
      case expression
      /// Whether a table is `STRICT`.
      case strict = "STRICT"
      /// Whether a table is `WITHOUT ROWID`.
      case withoutRowID = "WITHOUT ROWID"
      /// The order of a table's columns, which `SELECT *` and `INSERT` without names depend on.
      case order = "order of columns"
    }

    /// The action that the difference needs.
    public var action: Action
    /// The kind of the part.
    public var kind: Kind
    /// The table that the part belongs to, or the name of the object itself.
    public var object: String
    /// The column's name, or the SQL of a constraint; nil for a whole object.
    public var member: String?
    /// The property that differs, if both schemas have the part.
    public var property: Property
    /// The database's version of the part; nil if it has none.
    public var found: String?
    /// The schema's version of the part; nil if it has none.
    public var wanted: String?

    /// Creates a difference in a whole part, or in one property of it.
    public init(
      _ action: Action, _ kind: Kind, of object: String, member: String? = nil,
      property: Property = .definition, found: String? = nil, wanted: String? = nil
    ) {
      self.action = action
      self.kind = kind
      self.object = object
      self.member = member
      self.property = property
      self.found = found
      self.wanted = wanted
    }

    /// Whether both differences are equal, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.action == right.action && left.kind == right.kind && left.property == right.property
        && left.object.hasSameBytes(as: right.object)
        && left.member.hasSameBytes(as: right.member)
        && left.found.hasSameBytes(as: right.found) && left.wanted.hasSameBytes(as: right.wanted)
    }
  }
}

extension Schema.Change {
  /// Whether there is nothing to do, because the difference does not matter to SQLite.
  public var isNote: Bool { action == .note }
}

@_documentation(visibility: internal)
extension Schema.Change: CustomStringConvertible {
  /// The change as a sentence: `album: column lastPlayed is added`.
  ///
  /// If two texts look the same but differ in their bytes, scalars outside ASCII are escaped as in
  /// Swift: `caf\u{00E9}` and `cafe\u{0301}`.
  public var description: String { sentence(Lookalikes(texts)) }

  /// The change without its object: `column lastPlayed is added`.
  package var remark: String { end(Lookalikes(texts)) }

  /// The texts of the schemas that the sentence contains.
  var texts: [String] { [object, member, found, wanted].compactMap(\.self) }

  /// - Parameter names: The texts to escape.
  func sentence(_ names: Lookalikes) -> String { "\(names.spelled(object)): \(end(names))" }

  private func end(_ names: Lookalikes) -> String {
    let (found, wanted) = (found.map(names.spelled), wanted.map(names.spelled))
    let subject = subject(names)
    let topic = property == .definition ? subject : "the \(property.rawValue) of \(subject)"
    switch action {
    case .added: return "\(subject) is added"
    case .extra where property == .notNull:
      return "\(subject) is only in the database, is NOT NULL and has no default: no row can be"
        + " inserted without it"
    case .extra: return "\(subject) is only in the database, and stays"
    case .unreadable: return "the text of \(subject) can't be read: \(found ?? "")"
    case .changed:
      return "\(topic) changes from \(found ?? "none") to \(wanted ?? "none")"
        + (declaration.map { "; to keep it, declare \($0)" } ?? "")
    case .note where property == .representation:
      return "\(topic) changes from \(found ?? "unknown") to \(wanted ?? "unknown"), which reads"
        + " all stored values as before"
    case .note:
      return "\(topic) is written \(found ?? "not at all") and should be \(wanted ?? "none"), "
        + "which is the same to SQLite"
    }
  }

  /// The sentence for a change between two versions of a schema, neither of which is a database's.
  fileprivate var ofVersions: String {
    let names = Lookalikes(texts)
    return action == .extra
      ? "\(names.spelled(object)): \(subject(names)) is removed" : sentence(names)
  }

  /// The part: `column year`, `the table`, `CHECK (year > 0)`.
  private func subject(_ names: Lookalikes) -> String {
    switch (kind, member) {
    case (.column, let name?): "column \(names.spelled(name))"
    case (_, let text?): names.spelled(text)
    default: "the \(kind.rawValue)"
    }
  }
}

extension Schema {
  /// Returns the differences between this version's schema and an earlier one, each as a sentence.
  package func differences(from earlier: Schema) -> [String] {
    changes(from: earlier).filter { !$0.isNote }.map(\.ofVersions)
  }
}
