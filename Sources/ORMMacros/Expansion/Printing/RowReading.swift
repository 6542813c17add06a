import ORMDeclarations

/// Returns the body of an initializer that reads a row: first all values, then the whole struct.
///
/// ```swift
/// let id = try Int.read(from: row, at: 0)
/// let home = try Address(row: row, at: 1)
/// self.init(id: id, home: home, image: .unloaded)
/// ```
///
/// A read can throw, and an optional variable is initially nil. If values are assigned one after
/// another, the compiler (6.3) therefore builds the struct in memory and copies it when it is
/// complete, which took a twentieth of the time to fetch rows of ten texts.
///
/// A struct without a memberwise initializer is still read like that, and so is one with over 100
/// columns, because the compile time of the other form grows with their square:
///
/// ```swift
/// self.id = try Int.read(from: row, at: 0)
/// self.home = try Address(row: row, at: 1)
/// self.image = .unloaded
/// ```
///
/// - Parameters:
///   - members: The stored members in declared order, each with the position that it is read from;
///     the position is nil for a lazy column.
///   - names: The names that a variable must not have, because a read uses them.
func readingBody(
  _ members: [(member: TableModel.Member, position: Position?)], hasMemberwiseInitializer: Bool,
  besides names: Set<Substring>
) -> [String] {
  let properties = members.map(\.member.property)
  guard hasMemberwiseInitializer, members.count <= 100 else {
    return members.map { member, position in
      "self.\(member.property) = " + (position.map { "try \(member.read(at: $0))" } ?? ".unloaded")
    }
  }
  let taken = members.map(\.member).typeNames.union(names)
  let variables = properties.map { property in
    property.variable(unlike: taken.union(properties.filter { $0 != property }.map { $0[...] }))
  }
  var reads: [String] = []
  var arguments: [String] = []
  for ((member, position), variable) in zip(members, variables) {
    if let position { reads.append("let \(variable) = try \(member.read(at: position))") }
    arguments.append("\(member.property.label): \(position == nil ? ".unloaded" : variable)")
  }
  return reads
    + ["self.init(\(arguments.joined(separator: ", ")))"].onLine(of: members.map(\.member))
}
