import ORMDeclarations

extension TablePrinter {
  /// ```swift
  /// static var columnCount: Int { 2 + Address.columnCount }
  /// ```
  var columnCount: [String] {
    var count = Position(0)
    for (member, _) in table.selected { count.advance(by: member) }
    return ["\(access)static var columnCount: \(swift)Int { \(count) }"]
      + (isKeyed ? [] : table.selected.map(\.member).nullability(access: access))
  }

  /// ```swift
  /// init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
  ///   let id = try Int.read(from: row, at: 0)
  ///   let home = try Address(row: row, at: 1)
  ///   let name = try String.read(from: row, at: 1 + Address.columnCount)
  ///   self.init(id: id, home: home, name: name, image: .unloaded)
  /// }
  /// ```
  var rowInitializer: [String] {
    let positions = Dictionary(
      table.selected.map { ($0.member.property.identity, $0.index) },
      // The compiler reports a property that is declared twice.
      uniquingKeysWith: { first, _ in first })
    let reads = readingBody(
      table.members.map { ($0, positions[$0.property.identity]) },
      hasMemberwiseInitializer: table.hasMemberwiseInitializer, besides: ["row"])
    return [
      "\(access)init<\(row): \(orm)RowReader & ~\(swift)Copyable>(row: borrowing \(row)) throws {"
    ]
      + reads.indented + ["}"]
  }

  /// ```swift
  /// func bind<Parameters: ORM.ParameterWriter & ~Copyable>(
  ///   to parameters: inout Parameters
  /// ) throws {
  ///   try String.write(self.name, to: &parameters, at: 1)
  ///   try Int.write(self.id, to: &parameters, at: 2)
  /// }
  /// ```
  var binding: [String] {
    [bindSignature] + written.flatMap { $0.write(at: $1) }.indented + ["}"]
  }

  var bindSignature: String {
    "\(access)func bind<\(parameters): \(orm)ParameterWriter & ~\(swift)Copyable>"
      + "(to parameters: inout \(parameters)) throws {"
  }
}
