/// Names for the types of a nested struct's columns.
///
/// The extension of `Outer.Album` can't see what else `Outer` declares, but the body of `Album` can.
/// So the body names the types, and the extension uses those names:
///
/// ```swift
/// enum ColumnTypes {
///   typealias genre = Genre
/// }
/// ```
struct ColumnTypes {
  /// The members, with their types by the names in ``declaration(access:)``.
  private(set) var members: [TableModel.Member]
  private var aliases: [(name: String, type: String, access: AccessLevel)] = []

  init(of members: [TableModel.Member]) {
    self.members = []
    for member in members {
      switch member {
      case .column(let column): self.members.append(.column(renamed(column)))
      case .embedded(var group):
        group.type.base = alias(group.property, group.type.base, group.access)
        group.swiftDefault = group.swiftDefault?.renaming(member.type.base, to: group.type.base)
        self.members.append(.embedded(group))
      }
    }
  }

  /// The type that holds the names, or nil where every type is one that is seen everywhere.
  func declaration(access: AccessLevel) -> String? {
    if aliases.isEmpty { return nil }
    let lines = aliases.map { alias in
      "  \(alias.access.prefix(within: access))typealias \(alias.name) = \(alias.type)"
    }
    return (["\(access.memberPrefix)enum ColumnTypes {"] + lines + ["}"]).joined(separator: "\n")
  }

  private mutating func renamed(_ column: ColumnModel) -> ColumnModel {
    var renamed = column
    let (base, representation) = (column.type.base, column.baseRepresentation)
    let name = column.property.withoutBackticks
    renamed.type.base = alias(column.property, base, column.access)
    renamed.swiftDefault = column.swiftDefault?.renaming(base, to: renamed.type.base)
    if representation == base {
      renamed.baseRepresentation = renamed.type.base
    } else if representation == .json(of: base) {
      renamed.baseRepresentation = .json(of: renamed.type.base)
    } else {
      renamed.baseRepresentation = alias(
        "\(name)Representation", representation, column.access)
    }
    if let reference = column.reference {
      // Only the schema speaks of it, so that its access is no one else's matter.
      renamed.reference?.parent = alias("\(name)Parent", reference.parent, .fileprivate)
    }
    return renamed
  }

  private mutating func alias(_ name: String, _ type: String, _ access: AccessLevel) -> String {
    if PropertyType(base: type).isKnown { return type }
    aliases.append((name, type, access))
    return "ColumnTypes.\(name)"
  }
}

extension String {
  /// The representation of a type as JSON.
  static func json(of type: String) -> String { "ORM.JSON.Of<\(type)>" }

  /// A default such as `Genre.jazz`, with another name for its type.
  fileprivate func renaming(_ type: String, to name: String) -> String {
    hasPrefix("\(type).") || hasPrefix("\(type)(") ? name + dropFirst(type.count) : self
  }
}
