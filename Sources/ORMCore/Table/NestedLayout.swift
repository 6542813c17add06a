/// Finds the columns of a ``NestedSelection`` in a result of raw SQL: the columns of an embedded
/// row by a prefix, `album.id`, and each value by its name.
@_documentation(visibility: internal)
public struct NestedLayout {
  /// The names of the result's columns.
  private let names: [String]
  /// The type of the struct, for errors.
  private let type: Any.Type
  private(set) var positions: [Int] = []

  init(of type: Any.Type, in names: [String]) {
    self.type = type
    self.names = names
  }

  /// Finds the column of a value.
  public mutating func add<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, _ name: String
  ) throws {
    do throws(RowDecodingError) {
      guard let position = try names.position(of: name) else {
        throw RowDecodingError(column: name, reason: .missingColumn)
      }
      positions.append(position)
    } catch {
      throw located(error)
    }
  }

  /// Finds the columns of a row.
  public mutating func add<Part: Selection>(_ part: Part.Type, _ prefix: String) throws {
    try add(prefix) { try Part.columnPositions(in: $0) }
  }

  /// Finds the columns of a row that can be missing.
  public mutating func add<Part: Selection>(_ part: Part?.Type, _ prefix: String) throws {
    try add(Part.self, prefix)
  }

  /// Finds the columns of a struct that itself contains rows.
  public mutating func add<Part: NestedSelection>(_ part: Part.Type, _ prefix: String) throws {
    try add(prefix) { names in
      var layout = NestedLayout(of: Part.self, in: names)
      try Part.addParts(to: &layout)
      return layout.positions
    }
  }

  /// Refuses a list, and any other property that raw SQL can't select.
  @_disfavoredOverload
  public mutating func add<Part>(_ part: Part.Type, _ name: String) throws {
    let words = "raw SQL can select rows and values, but not lists; fetch lists with load"
    throw located(
      RowDecodingError(column: name, reason: .invalid(type: "\(Part.self)", description: words)))
  }

  /// - Parameter find: Returns the positions in the names without the prefix; the names of other
  ///   columns are empty.
  private mutating func add(_ prefix: String, _ find: ([String]) throws -> [Int]) throws {
    do {
      positions += try find(names.map { $0.droppingPrefix(named: prefix) ?? "" })
    } catch let error as RowDecodingError {
      throw located(RowDecodingError(column: prefix + error.column, reason: error.reason))
    }
  }

  private func located(_ error: RowDecodingError) -> RowDecodingError {
    RowDecodingError(table: "\(type)", column: error.column, reason: error.reason)
  }
}

extension String {
  /// The rest of a name after a prefix, ignoring the case of ASCII letters; nil if the name does
  /// not begin with it.
  fileprivate func droppingPrefix(named prefix: String) -> String? {
    let start = utf8.prefix(prefix.utf8.count)
    guard String(Substring(start)).isSameName(as: prefix) else { return nil }
    return String(Substring(utf8.dropFirst(prefix.utf8.count)))
  }
}

/// Reads the properties of a ``NestedSelection``, each at the position after the one before.
@_documentation(visibility: internal)
public enum NestedPart {
  /// Reads a value.
  public static func read<Representation: ColumnRepresentation, Row: RowReader & ~Copyable>(
    _ representation: Representation.Type, from row: borrowing Row, at place: inout Int
  ) throws -> Representation.Value {
    defer { place += 1 }
    return try Representation.read(from: row, at: place)
  }

  /// Reads a row.
  public static func read<Part: Selection, Row: RowReader & ~Copyable>(
    _ part: Part.Type, from row: borrowing Row, at place: inout Int
  ) throws -> Part {
    defer { place += Part.selectedColumns.count }
    return try withRow(row, map: ColumnOffset(place)) {
      try Part(decoding: $0, columnNames: Part.selectedColumns)
    }
  }

  /// Reads a row, or nil if all of its columns are NULL.
  public static func read<Part: Selection, Row: RowReader & ~Copyable>(
    _ part: Part?.Type, from row: borrowing Row, at place: inout Int
  ) throws -> Part? {
    let end = place + Part.selectedColumns.count
    for position in place..<end where !row.isNull(at: position) {
      return try read(Part.self, from: row, at: &place)
    }
    place = end
    return nil
  }

  /// Reads a struct that itself contains rows.
  public static func read<Part: NestedSelection, Row: RowReader & ~Copyable>(
    _ part: Part.Type, from row: borrowing Row, at place: inout Int
  ) throws -> Part {
    Part(parts: try Part.parts(of: row, at: &place))
  }

  /// Refuses what ``NestedLayout`` refuses.
  @_disfavoredOverload
  public static func read<Part, Row: RowReader & ~Copyable>(
    _ part: Part.Type, from row: borrowing Row, at place: inout Int
  ) throws -> Part {
    throw row.error(
      at: place, .invalid(type: "\(Part.self)", description: "raw SQL can't select it"))
  }
}

@_documentation(visibility: internal)
extension NestedSelection {
  public static func columnPositions(in names: [String]) throws -> [Int] {
    var layout = NestedLayout(of: Self.self, in: names)
    try addParts(to: &layout)
    return layout.positions
  }

  public init<Reader: RowReader & ~Copyable>(
    decoding row: borrowing Reader, columnNames: [String]
  ) throws {
    var place = 0
    do {
      self.init(parts: try Self.parts(of: row, at: &place))
    } catch {
      throw error.naming(table: "\(Self.self)")
    }
  }
}
