/// A position in a row or among parameters, as Swift source.
///
/// It is a literal number unless an embedded group precedes it, whose number of columns only the
/// embedded struct knows: `2 + Address.columnCount`.
package struct Position: CustomStringConvertible {
  private let start: String?
  private var number: Int
  private var groups: [String] = []

  /// - Parameter start: A variable with the position of the first column; nil if that is fixed.
  package init(_ number: Int, from start: String? = nil) {
    self.number = number
    self.start = start
  }

  package mutating func advance(by member: TableModel.Member) {
    switch member {
    case .column: number += 1
    case .embedded(let group): groups.append("\(group.type.base).columnCount")
    }
  }

  package var description: String {
    // Characters: whether there is a start
    let number = start != nil && number == 0 ? [] : [String(number)]
    return ([start].compactMap(\.self) + number + groups).joined(separator: " + ")
  }
}

extension TableModel {
  /// The members that a fetch reads, with their positions in `SELECT`.
  package var selected: [(member: Member, index: Position)] {
    var position = Position(0)
    return members.compactMap { member in
      if case .column(let column) = member, column.type.isLazy { return nil }
      defer { position.advance(by: member) }
      return (member, position)
    }
  }

  /// The members that a write writes, with their positions among the parameters. The key comes
  /// last, so that one order serves `INSERT` and `UPDATE … WHERE`.
  package var written: [(member: Member, position: Position)] {
    let key = keyColumns
    let keyNames = Set(key.map(\.property.identity))
    let outside = members.filter { member in
      if case .column(let column) = member {
        return column.isWritable && !keyNames.contains(column.property.identity)
      }
      return true
    }
    var position = Position(1)
    return (outside + key.map(Member.column)).map { member in
      defer { position.advance(by: member) }
      return (member, position)
    }
  }
}
