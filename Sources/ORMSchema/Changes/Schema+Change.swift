import ORMCore

extension Schema {
  /// One thing in which two schemas differ: the one that a database has, and the one that it should
  /// have.
  ///
  /// ```swift
  /// for change in schema.changes(from: found) { print(change) }
  /// // album: column lastPlayed is added
  /// // album: the type of column year changes from TEXT to INTEGER
  /// ```
  public struct Change: Sendable, Hashable {
    /// What becomes of the part.
    public enum Action: String, Sendable, Hashable, CaseIterable {
      /// The database does not have it.
      case added
      /// Both have it, and SQLite treats it in another way.
      case changed
      /// Only the database has it. It stays, unless dropping it is asked for. Of a column without
      /// which no row can be inserted, ``Change/property`` is `notNull`.
      case extra
      /// Both have it in different words, which mean the same to SQLite: there is nothing to do.
      case note
      /// The database has it and its text can't be read, so that nothing is known of it.
      case unreadable
    }

    /// What differs.
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

    /// What of the part differs, if both schemas have it.
    public enum Property: String, Sendable, Hashable, CaseIterable {
      /// All of it: what it is a definition of.
      case definition
      /// How its name is written.
      case name
      /// The name of a constraint of its own.
      case constraintName = "constraint name"
      /// A column's declared type.
      case type
      /// Whether and how a column refuses NULL.
      case notNull = "NOT NULL"
      /// A column's default.
      case defaultValue = "default"
      /// The representation of a column's values, which SQLite does not know.
      case representation
      /// A column's collation.
      case collation
      /// What a generated column is computed from.
      case expression
      /// Whether a table is `STRICT`.
      case strict = "STRICT"
      /// Whether a table is `WITHOUT ROWID`.
      case withoutRowID = "WITHOUT ROWID"
      /// The order of a table's columns, which `SELECT *` and `INSERT` without names depend on.
      case order = "order of columns"
    }

    /// What becomes of the part.
    public var action: Action
    /// What it is.
    public var kind: Kind
    /// The table that it belongs to, or the object's own name.
    public var object: String
    /// The column's name, or the text of a constraint; nil of an object.
    public var member: String?
    /// What of it differs, if both have it.
    public var property: Property
    /// How the database has it, if it does.
    public var found: String?
    /// How it should be, if it should.
    public var wanted: String?

    /// A change of a kind, or of one property of it.
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

    /// Whether both say the same, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.action == right.action && left.kind == right.kind && left.property == right.property
        && left.object.hasSameBytes(as: right.object)
        && left.member.hasSameBytes(as: right.member)
        && left.found.hasSameBytes(as: right.found) && left.wanted.hasSameBytes(as: right.wanted)
    }
  }
}

extension Schema.Change {
  /// Whether there is nothing to do, as SQLite treats what is there as what should be.
  public var isNote: Bool { action == .note }
}

@_documentation(visibility: internal)
extension Schema.Change: CustomStringConvertible {
  /// The change as a sentence: `album: column lastPlayed is added`.
  ///
  /// Of texts that read the same and have other bytes, what is not ASCII is escaped as Swift does:
  /// `caf\u{00E9}` and `cafe\u{0301}`.
  public var description: String { sentence(Lookalikes(texts)) }

  /// What the sentence says of the schemas.
  var texts: [String] { [object, member, found, wanted].compactMap(\.self) }

  /// - Parameter names: What is escaped.
  func sentence(_ names: Lookalikes) -> String { "\(names.spelled(object)): \(end(names))" }

  private func end(_ names: Lookalikes) -> String {
    let (found, wanted) = (found.map(names.spelled), wanted.map(names.spelled))
    let subject = subject(names)
    let topic = property == .definition ? subject : "the \(property.rawValue) of \(subject)"
    switch action {
    case .added: return "\(subject) is added"
    case .extra where property == .notNull:
      return "\(subject) is in the database alone, is NOT NULL and has no default: no row can be"
        + " inserted without it"
    case .extra: return "\(subject) is in the database alone, and stays"
    case .unreadable: return "the text of \(subject) can't be read: \(found ?? "")"
    case .changed:
      return "\(topic) changes from \(found ?? "none") to \(wanted ?? "none")"
        + (declaration.map { "; to keep it, declare \($0)" } ?? "")
    case .note where property == .representation:
      return "\(topic) is \(found ?? "not known") and becomes \(wanted ?? "unknown"), by which all"
        + " stored values are read as before"
    case .note:
      return "\(topic) is written \(found ?? "not at all") and should be \(wanted ?? "none"), "
        + "which is the same to SQLite"
    }
  }

  /// The part: `column year`, `the table`, `CHECK (year > 0)`.
  /// The sentence about a change between two versions of a schema, of which neither is that of a
  /// database.
  fileprivate var ofVersions: String {
    let names = Lookalikes(texts)
    return action == .extra
      ? "\(names.spelled(object)): \(subject(names)) is removed" : sentence(names)
  }

  private func subject(_ names: Lookalikes) -> String {
    switch (kind, member) {
    case (.column, let name?): "column \(names.spelled(name))"
    case (_, let text?): names.spelled(text)
    default: "the \(kind.rawValue)"
    }
  }
}

extension Schema {
  /// How the schema of a version differs from an earlier schema, a sentence each.
  package func differences(from earlier: Schema) -> [String] {
    changes(from: earlier).filter { !$0.isNote }.map(\.ofVersions)
  }
}
