import ORMCore

/// The columns of a file that go into columns with other names, and the columns that are left out.
package struct ColumnMapping: Sendable {
  /// A column of the file, and the column of the table that gets its values.
  struct Rename: Sendable {
    let file: String
    let table: String
  }

  let renames: [Rename]
  let omitted: [String]

  /// Maps each column to the column of the same name.
  package init() { (renames, omitted) = ([], []) }

  /// - Parameters:
  ///   - maps: `file column=table column`. A name that contains an equals sign is in double quotes.
  ///   - omitted: The columns of the file to leave out.
  /// - Throws: ``ToolError`` if an argument has another form, or names a column twice.
  package init(maps: [String], omitting omitted: [String] = []) throws {
    renames = try maps.map { argument in
      var rest = argument.utf8[...]
      guard let file = rest.removeName(before: "="), !rest.isEmpty else {
        throw ToolError.use(
          "--map needs FILE COLUMN=TABLE COLUMN, such as 'Album title=title', not \(argument)")
      }
      return Rename(file: file, table: Self.name(String(Substring(rest))))
    }
    self.omitted = omitted
    try Self.check(renames.map(\.file) + omitted, "of the file")
    try Self.check(renames.map(\.table), "of the table")
  }

  /// A name without its quotes.
  private static func name(_ text: String) -> String {
    var tokens = SQLTokens(text)
    guard let token = tokens.next(), tokens.next() == nil, token.kind == .quotedName else {
      return text
    }
    return token.unquoted
  }

  private static func check(_ names: [String], _ place: String) throws {
    for (index, name) in names.enumerated()
    where names[..<index].contains(where: { $0.hasSameBytes(as: name) }) {
      throw ToolError.use("--map and --omit name the column \(name) \(place) twice")
    }
  }

  var isEmpty: Bool { renames.isEmpty && omitted.isEmpty }

  /// Returns the table's name for a column of the file; nil if the column is left out.
  func tableName(of name: String) -> String? {
    if let rename = Self.first(renames, named: name, \.file) { return rename.table }
    return Self.first(omitted, named: name, \.self) == nil ? name : nil
  }

  /// Finds a name by its bytes, or if there is none, as SQLite compares names.
  private static func first<Element>(
    _ elements: [Element], named name: String, _ path: (Element) -> String
  ) -> Element? {
    elements.first { path($0).hasSameBytes(as: name) }
      ?? elements.first { path($0).isSameName(as: name) }
  }

  /// Checks that the file has the columns.
  ///
  /// - Throws: ``ToolError`` with the nearest name.
  func check(names: [String], of file: String) throws {
    for name in renames.map(\.file) + omitted where Self.first(names, named: name, \.self) == nil {
      throw ToolError.use(Suggestion.unknown("column", name, "in \(file)", of: names))
    }
  }

  // MARK: - Files without names

  /// Returns the table's column for each field of a file without names, whose fields are numbered
  /// from 1; nil for a field that is left out.
  ///
  /// - Parameter names: The columns of the table.
  /// - Throws: ``ToolError`` if a field is not a number.
  func numbered(_ names: [String]) throws -> [String?] {
    func number(_ text: String) throws -> Int {
      guard let number = Int(text), (1...2000).contains(number) else {
        throw ToolError.use(
          "with --no-header, --map and --omit need a column's number, not \(text)")
      }
      return number
    }
    if renames.isEmpty {
      let left = Set(try omitted.map(number))
      var fields: [String?] = []
      var rest = names[...]
      while let name = rest.first {
        if left.contains(fields.count + 1) {
          fields.append(nil)
        } else {
          fields.append(name)
          rest.removeFirst()
        }
      }
      for number in left.sorted() where number > fields.count { fields.append(nil) }
      return fields
    }
    _ = try omitted.map(number)
    let numbers = try renames.map { try number($0.file) }
    var fields = [String?](repeating: nil, count: numbers.max() ?? 0)
    for (number, rename) in zip(numbers, renames) { fields[number - 1] = rename.table }
    return fields
  }
}
