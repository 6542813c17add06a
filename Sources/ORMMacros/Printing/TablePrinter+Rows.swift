extension TablePrinter {
  /// ```swift
  /// init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
  ///   self.id = try Int.read(from: row, at: 0)
  ///   self.home = try Address(row: row, at: 1)
  ///   self.name = try String.read(from: row, at: 1 + Address.columnCount)
  ///   self.image = .unloaded
  /// }
  /// ```
  var rowInitializer: [String] {
    let reads = table.selected.map { member, index in
      "self.\(member.property) = try \(read(member, at: index))"
    }
    let unread = table.columns.filter(\.type.isLazy).map { "self.\($0.property) = .unloaded" }
    return ["\(access)init<\(row): ORM.RowReader & ~Copyable>(row: borrowing \(row)) throws {"]
      + (reads + unread).indented + ["}"]
  }

  private func read(_ member: TableModel.Member, at index: Position) -> String {
    switch member {
    case .column(let column): "\(column.representation).read(from: row, at: \(index))"
    case .embedded(let group):
      group.type.isOptional
        ? "\(group.type.base).readIfPresent(from: row, at: \(index))"
        : "\(group.type.base)(row: row, at: \(index))"
    }
  }

  /// ```swift
  /// func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
  ///   try String.write(self.name, to: &parameters, at: 1)
  ///   try Int.write(self.id, to: &parameters, at: 2)
  /// }
  /// ```
  var binding: [String] {
    [bindSignature] + table.written.flatMap { write($0, at: $1) }.indented + ["}"]
  }

  var bindSignature: String {
    "\(access)func bind<\(parameters): ORM.ParameterWriter & ~Copyable>"
      + "(to parameters: inout \(parameters)) throws {"
  }

  /// A lazy value that is not there is NULL, and the statement does not name its column:
  ///
  /// ```swift
  /// if case .loaded(let value) = self.image {
  ///   try Data.write(value, to: &parameters, at: 3)
  /// } else {
  ///   parameters.bindNull(at: 3)
  /// }
  /// ```
  ///
  /// - Parameter isDraft: Whether what the database has a default for may be nil.
  func write(
    _ member: TableModel.Member, at position: Position, isDraft: Bool = false
  ) -> [String] {
    let value = "self.\(member.property)"
    switch member {
    case .column(let column) where column.type.isLazy:
      return [
        "if case .loaded(let value) = \(value) {",
        "  try \(column.representation).write(value, to: &parameters, at: \(position))",
        "} else {",
        "  parameters.bindNull(at: \(position))",
        "}",
      ]
    case .column(let column):
      let type =
        isDraft && column.omitsNil ? "\(column.baseRepresentation)?" : column.representation
      return ["try \(type).write(\(value), to: &parameters, at: \(position))"]
    case .embedded(let group):
      return group.type.isOptional
        ? ["try \(group.type.base).bind(\(value), to: &parameters, at: \(position))"]
        : ["try \(value).bind(to: &parameters, at: \(position))"]
    }
  }
}
