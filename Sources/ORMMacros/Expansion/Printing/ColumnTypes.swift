import ORMDeclarations

/// Type aliases for the types of a struct's columns, except the known ones.
///
/// ```swift
/// enum ColumnTypes {
///   typealias genre = ORM.StoredValue<Genre>
///   typealias home = ORM.EmbeddedGroup<Address>
/// }
/// ```
///
/// The macro can't see whether a type can be stored. If it can't, the compiler reports that at the
/// alias, which is then invalid, so the rest of the generated code causes no further errors.
///
/// The extension of `Outer.Album` does not see other declarations in `Outer` without their
/// qualified names, but the body of `Album` does. So the body of a nested struct contains the
/// aliases, for all of its types.
struct ColumnTypes {
  /// The members, with their types by the names in ``lines(access:)``.
  private(set) var members: [TableModel.Member] = []
  /// The query-only columns, likewise.
  private(set) var queryOnly: [ColumnModel] = []

  static let name = "ColumnTypes"

  private let isNested: Bool
  private var aliases: [Alias] = []

  private struct Alias {
    var name: String
    let type: String
    let access: AccessLevel
    let place: SourcePlace?
  }

  init(of model: some MemberModel, isNested: Bool) {
    self.isNested = isNested
    if model.isOfRows {
      members = model.members.map { named($0) }
      return
    }
    for member in model.members {
      switch member {
      case .column(let column): self.members.append(.column(renamed(column)))
      case .embedded(var group):
        let base = group.type.base
        let alias = Alias(
          name: group.property, type: "\(orm)EmbeddedGroup<\(base)>", access: group.access,
          place: group.place)
        group.type.base = name(alias, of: base)
        group.swiftDefault = group.swiftDefault?.renaming(base, to: group.type.base)
        self.members.append(.embedded(group))
      }
    }
    for column in model.queryOnly { queryOnly.append(renamed(column)) }
  }

  /// Returns a property of rows or lists, with an alias for its unchanged type.
  private mutating func named(_ member: TableModel.Member) -> TableModel.Member {
    let type = member.type.value
    if member.type.isKnown {
      guard case .column(let column) = member else { return member }
      var renamed = column.qualified
      // Characters: Swift's own names
      if column.baseRepresentation != column.type.base {
        renamed.baseRepresentation = representation(of: column, renamed.baseRepresentation)
      }
      return .column(renamed)
    }
    let alias = Alias(
      name: member.property, type: type, access: member.access, place: member.place)
    let name = PropertyType(base: name(alias, of: type))
    switch member {
    case .column(var column):
      // Characters: Swift's own names
      column.baseRepresentation =
        column.baseRepresentation == column.type.base
        ? name.base : representation(of: column, column.representation.qualified)
      column.type = name
      return .column(column)
    case .embedded(var group):
      group.type = name
      return .embedded(group)
    }
  }

  /// Returns the alias of the representation that a property of a selection of rows declares.
  private mutating func representation(of column: ColumnModel, _ type: String) -> String {
    let alias = Alias(
      name: "\(column.property.withoutBackticks)Representation", type: type, access: column.access,
      place: column.place)
    return name(alias, of: type)
  }

  /// Returns the type that contains the aliases; empty if every type is known everywhere.
  func lines(access: AccessLevel) -> [String] {
    if aliases.isEmpty { return [] }
    let lines: [(source: String, place: SourcePlace?)] = aliases.map { alias in
      (
        "\(alias.access.prefix(within: access))typealias \(alias.name) = \(alias.type)", alias.place
      )
    }
    return ["\(access.memberPrefix)enum \(Self.name) {"] + lines.onTheirLines.indented + ["}"]
  }

  private mutating func renamed(_ column: ColumnModel) -> ColumnModel {
    var renamed = column
    let (base, representation) = (column.type.base, column.baseRepresentation)
    let property = column.property.withoutBackticks
    renamed.isJSON = representation.isJSON
    func alias(_ name: String, _ type: String) -> Alias {
      Alias(name: name, type: type, access: column.access, place: column.place)
    }
    // A type that is visible keeps its own name, which is the one that users know.
    if isNested, representation != base {
      renamed.type.base = name(alias(column.property, base), of: base)
    }
    if representation == base {
      renamed.baseRepresentation = name(
        alias(column.property, "\(orm)StoredValue<\(base)>"), of: base)
      if isNested { renamed.type.base = renamed.baseRepresentation }
    } else if representation == .json(of: base), column.type.isMadeOfKnown {
      renamed.baseRepresentation = .json(of: renamed.type.base)
    } else if isNested || column.valueOfRepresentation != base {
      let isJSON = representation == .json(of: base)
      let stored = "\(orm)StoredRepresentation<\(representation.qualified), \(base)>"
      renamed.baseRepresentation = name(
        alias("\(property)Representation", isJSON ? representation.qualified : stored),
        of: representation)
    }
    renamed.swiftDefault = column.swiftDefault?.renaming(base, to: renamed.type.base)
    renamed = renamed.qualified
    if let reference = column.reference {
      // Only the schema uses it, so `fileprivate` is enough.
      let isKey = reference.isOfKey
      let parent = isKey ? "\(orm)ReferencedTable<\(reference.parent)>" : reference.parent
      let alias = Alias(
        name: "\(property)Parent", type: parent, access: .fileprivate, place: column.place)
      if isNested || isKey { renamed.reference?.parent = name(alias, of: reference.parent) }
    }
    return renamed
  }

  private mutating func name(_ alias: Alias, of type: String) -> String {
    if PropertyType(base: type).isKnown { return type }
    var alias = alias
    // A type alias must not refer to itself.
    alias.name = alias.name.unlike(Set(type.split { !($0.isLetter || $0.isNumber || $0 == "_") }))
    aliases.append(alias)
    return "\(Self.name).\(alias.name)"
  }
}

extension String {
  /// Returns a default such as `Genre.jazz`, with another name for its type.
  fileprivate func renaming(_ type: String, to name: String) -> String {
    hasPrefix("\(type).") || hasPrefix("\(type)(") ? name + dropFirst(type.count) : self
  }
}
