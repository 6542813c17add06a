import ORMDeclarations

extension TablePrinter {
  /// ```swift
  /// struct Columns: ORM.TableColumns {
  ///   typealias SelectedResult = ORM.WholeRow<Artist>
  ///   typealias OuterScope = ORM.OuterColumns<Self>
  ///   let source: ORM.TableSource
  ///   static func source(of columns: Self) -> ORM.TableSource { columns.source }
  ///   var id: ORM.Column<Artist, Int> { ORM.Column("id", in: source) }
  ///   var home: Address.Columns<Artist> { Address.Columns(prefix: "home_", in: source) }
  ///   var work: ORM.OptionalColumns<Address.Columns<Artist>> {
  ///     ORM.OptionalColumns(Address.Columns(prefix: "work_", in: source))
  ///   }
  /// }
  /// ```
  var columnsType: [String] {
    ColumnsPrinter(of: table.members, root: table.typeName, access: table.access).lines
  }
}

/// Prints the type of a struct's columns.
struct ColumnsPrinter {
  let lines: [String]

  init(of members: [TableModel.Member], root: String, access level: AccessLevel) {
    let access = level.memberPrefix
    let taken = Set(members.map { $0.property.withoutBackticks[...] })
    let source = taken.contains("source") ? "tableSource".unlike(taken) : "source"
    var lines = [
      "\(access)typealias SelectedResult = \(orm)WholeRow<\(root)>",
      "\(access)typealias OuterScope = \(orm)OuterColumns<Self>",
      "let \(source): \(orm)TableSource",
      "\(access)static func source(of columns: Self) -> \(orm)TableSource { columns.\(source) }",
    ]
    // Swift's memberwise initializer is never public, and its label is the property's name.
    if level > .internal || source != "source" {
      lines.append(
        "\(access)init(source: \(orm)TableSource) { self.\(source) = source }")
    }
    lines += members.onTheirLines { member in
      let (type, value) = member.column(root: root, source: source) { $0 }
      let access = member.access.prefix(within: level)
      return "\(access)var \(member.property): \(type) { \(value) }"
    }
    self.lines = ["\(access)struct Columns: \(orm)TableColumns {"] + lines.indented + ["}"]
  }
}

extension TableModel.Member {
  /// Returns the type and the value of the generated column.
  ///
  /// - Parameters:
  ///   - root: The table that the column belongs to.
  ///   - source: The variable that has the position of that table.
  ///   - name: Makes a name of a literal.
  func column(
    root: String, source: String, name: (_ literal: String) -> String
  ) -> (type: String, value: String) {
    switch self {
    case .column(let column):
      (
        "\(orm)Column<\(root), \(column.columnRepresentation)>",
        "\(orm)Column(\(name(column.name.swiftLiteral)), in: \(source))"
      )
    case .embedded(let group):
      group.columns(root: root, source: source, prefix: name(group.prefix.swiftLiteral))
    }
  }
}

extension EmbeddedModel {
  fileprivate func columns(
    root: String, source: String, prefix: String
  ) -> (type: String, value: String) {
    let columns = "\(type.base).Columns<\(root)>"
    let value = "\(type.base).Columns(prefix: \(prefix), in: \(source))"
    return type.isOptional
      ? ("\(orm)OptionalColumns<\(columns)>", "\(orm)OptionalColumns(\(value))") : (columns, value)
  }
}
