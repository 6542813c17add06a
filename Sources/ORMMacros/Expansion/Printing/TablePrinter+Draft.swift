import ORMDeclarations

extension TablePrinter {
  /// The members of a draft: all written ones except the key.
  var draftMembers: [(member: TableModel.Member, position: Position)] {
    written.filter { member, _ in
      if case .column(let column) = member {
        !keyNames.contains(column.property.identity)
      } else {
        true
      }
    }
  }

  /// ```swift
  /// struct Draft: ORM.TableDraft {
  ///   var name: String
  ///   var born: Date?
  ///   func bind<Parameters: ORM.ParameterWriter & ~Copyable>(
  ///     to parameters: inout Parameters
  ///   ) throws {
  ///     try String.write(self.name, to: &parameters, at: 1)
  ///     try Date?.write(self.born, to: &parameters, at: 2)
  ///   }
  ///   func stored(rowID write: () throws -> Int64) throws -> Artist {
  ///     try Artist(stored: self, rowID: write)
  ///   }
  /// }
  /// ```
  var draft: [String] {
    guard hasDraft else { return [] }
    let properties = draftMembers.map { member, _ in
      let access = member.access.prefix(within: table.access)
      let property = parameter(for: member, defaultValue: member.swiftDefault)
      // A declaration that may be wrong is printed on the property's own line, where the compiler
      // then reports the error.
      let canBeWrong = !member.type.isKnown || member.hasNamedDefault
      return (source: "\(access)var \(property)", place: canBeWrong ? member.place : nil)
    }
    let writes = draftMembers.flatMap { $0.write(at: $1, isDraft: true) }
    let name = table.typeName
    let mirror = draftMembers.map(\.member).mirror(access: access)
    let reflectable = mirror.isEmpty ? "" : ", \(swift)CustomReflectable"
    return ["\(access)struct Draft: \(orm)TableDraft\(reflectable) {"]
      + properties.onTheirLines.indented
      + draftInitializer.indented
      + [bindSignature].indented + writes.indented.indented + ["  }"]
      + [
        "  \(access)func stored(rowID write: () throws -> \(swift)Int64) throws -> \(name) "
          + "{ try \(name)(stored: self, rowID: write) }"
      ]
      + omittedFromDraft.indented + mirror.indented
      + ["}"]
  }

  /// Swift's memberwise initializer of a draft is never visible to other modules, so this is
  /// printed:
  ///
  /// ```swift
  /// public init(name: String, born: Date? = nil, genre: Genre = Artist.InitialValues.genre) {
  ///   self.name = name
  ///   self.born = born
  ///   self.genre = genre
  /// }
  /// ```
  private var draftInitializer: [String] {
    let level = draftMembers.map(\.member.access).reduce(table.access, min)
    guard level > .internal else { return [] }
    let parameters = draftMembers.map { member, _ in
      let value = "\(table.typeName).\(InitialValues.name).\(member.property)"
      return parameter(
        for: member,
        defaultValue: level == .public && member.hasNamedDefault ? value : member.swiftDefault,
        isProperty: false)
    }
    let assignments = draftMembers.map { member, _ in
      "  self.\(member.property) = \(member.property.variable(unlike: []))"
    }
    let initializer =
      ["\(level.memberPrefix)init(\(parameters.joined(separator: ", "))) {"] + assignments + ["}"]
    return initializer.onLine(of: draftMembers.map(\.member))
  }

  /// Returns a property's name, type and default: `name: String = "none"`.
  private func parameter(
    for member: TableModel.Member, defaultValue: String?, isProperty: Bool = true
  ) -> String {
    let type = member.omitsNil ? "\(member.type.base)?" : member.type.source.qualified
    let isOptional = member.omitsNil || (member.type.isOptional && !member.type.isLazy)
    var value = member.omitsNil ? nil : defaultValue
    if value == nil, member.type.isLazy { value = ".unloaded" }
    // A variable of optional type is nil by default.
    if value == nil, isOptional, !isProperty { value = "nil" }
    let name = isProperty ? member.property : member.property.parameter
    return "\(name): \(type)\(value.map { " = \($0)" } ?? "")"
  }
}
