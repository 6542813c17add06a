extension TablePrinter {
  /// ```swift
  /// struct Columns: ORM.TableColumns {
  ///   let source: ORM.TableSource
  ///   var id: ORM.Column<Artist, Int> { ORM.Column("id", in: source) }
  ///   var home: Address.Columns<Artist> { Address.Columns(prefix: "home_", in: source) }
  /// }
  /// ```
  var columnsType: [String] {
    let taken = Set(table.members.map { $0.property.withoutBackticks[...] })
    let source = taken.contains("source") ? "tableSource".unlike(taken) : "source"
    var lines = ["let \(source): ORM.TableSource"]
    // The initializer that Swift makes is never public, and its label is the property's name.
    if table.access > .internal || source != "source" {
      lines.append(
        "\(access)init(source: ORM.TableSource) { self.\(source) = source }")
    }
    for member in table.members {
      let (type, value) = column(of: member, source)
      let access = member.access.prefix(within: table.access)
      lines.append("\(access)var \(member.property): \(type) { \(value) }")
    }
    return ["\(access)struct Columns: ORM.TableColumns {"] + lines.indented + ["}"]
  }

  private func column(of member: TableModel.Member, _ source: String) -> (String, String) {
    switch member {
    case .column(let column):
      (
        "ORM.Column<\(table.typeName), \(column.representation)>",
        "ORM.Column(\(column.name.swiftLiteral), in: \(source))"
      )
    case .embedded(let group):
      (
        "\(group.type.base).Columns<\(table.typeName)>",
        "\(group.type.base).Columns(prefix: \(group.prefix.swiftLiteral), in: \(source))"
      )
    }
  }
}
