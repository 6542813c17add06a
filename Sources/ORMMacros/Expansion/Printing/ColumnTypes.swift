import ORMDeclarations

/// Names for the types of a struct's columns, those aside that every table knows.
///
/// ```swift
/// enum ColumnTypes {
///   typealias genre = ORM.StoredValue<Genre>
///   typealias home = ORM.EmbeddedGroup<Address>
/// }
/// ```
///
/// That a type can't be stored is the one mistake that the macro can't see. The compiler tells it
/// at the name, which then names no type, so that all else that is generated says nothing
/// more.
///
/// The extension of `Outer.Album` can't see what else `Outer` declares, but the body of `Album`
/// can. So the body of a nested struct names the types, and of all of them.
struct ColumnTypes {
  /// The members, with their types by the names in ``lines(access:)``.
  private(set) var members: [TableModel.Member] = []
  /// The columns that only a query fills, likewise.
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

  /// A property of rows or lists, whose type has a name of its own as it is.
  private mutating func named(_ member: TableModel.Member) -> TableModel.Member {
    let type = member.type.value
    if member.type.isKnown {
      if case .column(let column) = member { return .column(column.qualified) }
      return member
    }
    let alias = Alias(
      name: member.property, type: type, access: member.access, place: member.place)
    let name = PropertyType(base: name(alias, of: type))
    switch member {
    case .column(var column):
      column.type = name
      return .column(column)
    case .embedded(var group):
      group.type = name
      return .embedded(group)
    }
  }

  /// The type that holds the names, or nothing where every type is one that is known everywhere.
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
    func alias(_ name: String, _ type: String) -> Alias {
      Alias(name: name, type: type, access: column.access, place: column.place)
    }
    // What needs no more than a type that is seen has the type's own name, which is the one that
    // users know.
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
      // Only the schema speaks of it, so that its access is no one else's matter.
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
    // A name that means itself would have no end.
    alias.name = alias.name.unlike(Set(type.split { !($0.isLetter || $0.isNumber || $0 == "_") }))
    aliases.append(alias)
    return "\(Self.name).\(alias.name)"
  }
}

extension String {
  /// A default such as `Genre.jazz`, with another name for its type.
  fileprivate func renaming(_ type: String, to name: String) -> String {
    hasPrefix("\(type).") || hasPrefix("\(type)(") ? name + dropFirst(type.count) : self
  }
}
