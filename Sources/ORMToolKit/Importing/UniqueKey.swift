import ORMCore
import ORMSQLite
import ORMSchema

/// The key by which an upsert finds the row of a record.
struct UniqueKey {
  struct Column {
    /// The place among the target's columns.
    let place: Int
    /// The collation of the key; nil for the column's collation.
    let collation: String?
  }

  let columns: [Column]

  /// Finds the primary key, or a unique key by name.
  ///
  /// - Parameter names: The columns of the key in any order, or the name of a unique index; empty
  ///   for the primary key.
  /// - Throws: ``ToolError`` with the existing keys.
  init(of target: ImportTarget, named names: [String], on handle: OpaquePointer) throws {
    let keys = try Self.keys(of: target, on: handle)
    if names.isEmpty {
      guard let primary = keys.first(where: \.isPrimary) else {
        throw ToolError.use(
          "\(target.table) has no primary key: \(Self.words(keys, target, "use --by"))")
      }
      columns = primary.columns
      return
    }
    let places = names.map { name in
      target.columns.firstIndex { $0.name.isSameName(as: name) }
    }
    let found = keys.first { key in
      if names.count == 1, places[0] == nil, key.index?.isSameName(as: names[0]) ?? false {
        return true
      }
      return key.columns.count == names.count
        && key.columns.allSatisfy { places.contains($0.place) }
    }
    guard let found else {
      try Self.refusePartial(names, of: target, on: handle)
      if let unknown = zip(names, places).first(where: { $0.1 == nil })?.0 {
        throw ToolError.use(
          target.unknown(unknown) + ": " + Self.words(keys, target, "--by takes"))
      }
      throw ToolError.use(
        "\(names.joined(separator: ", ")) is not a unique key of \(target.table): "
          + Self.words(keys, target, "--by takes"))
    }
    if let column = found.columns.first(where: { target.columns[$0.place].isGenerated }) {
      throw ToolError.use(
        "\(target.columns[column.place].name) is a generated column, which --by can't use: "
          + "its values are not imported")
    }
    columns = found.columns
  }

  private struct Key {
    let columns: [Column]
    let isPrimary: Bool
    let index: String?
  }

  /// The keys of all rows, without partial indexes, that consist of columns.
  private static func keys(of target: ImportTarget, on handle: OpaquePointer) throws -> [Key] {
    let db = Questions(handle)
    var keys: [Key] = []
    if let place = target.columns.firstIndex(where: \.isRowID) {
      keys.append(
        Key(columns: [Column(place: place, collation: nil)], isPrimary: true, index: nil))
    }
    let list = try db.rows("PRAGMA main.index_list(\(target.table.quotedIdentifier))")
    for row in list where row[2] == .integer(1) && row[4] == .integer(0) {
      guard let name = row[1].text else { continue }
      let parts = try db.rows("PRAGMA main.index_xinfo(\(name.quotedIdentifier))")
        .filter { $0[5] == .integer(1) }
      let columns = parts.compactMap { part -> Column? in
        guard let column = part[2].text,
          let place = target.columns.firstIndex(where: { $0.name.isSameName(as: column) })
        else { return nil }
        return Column(place: place, collation: part[4].text)
      }
      // An expression has no name.
      guard columns.count == parts.count else { continue }
      let isPrimary = row[3].text?.isSameName(as: "pk") ?? false
      keys.append(Key(columns: columns, isPrimary: isPrimary, index: name))
    }
    return keys
  }

  /// - Throws: ``ToolError`` if the names refer to a unique index that does not contain all
  ///   rows, or whose terms are not all columns: the record of such a row can't be found by it.
  private static func refusePartial(
    _ names: [String], of target: ImportTarget, on handle: OpaquePointer
  ) throws {
    let schema = try SourceFacts.schema(of: [target.table], on: handle)
    let wanted = Set(names.map { SQLName($0) })
    for index in schema.indexes(of: target.table) where index.isUnique {
      let columns = index.columns.compactMap(\.column)
      guard wanted == [SQLName(index.name)] || wanted == Set(columns.map { SQLName($0) }) else {
        continue
      }
      if let condition = index.condition {
        throw ToolError.use(
          "the unique index \(index.name) contains only the rows WHERE \(condition), so --by"
            + " can't find every row by it")
      }
      if columns.count < index.columns.count {
        throw ToolError.use(
          "the unique index \(index.name) has an expression, so --by can't find rows by it")
      }
    }
  }

  private static func words(_ keys: [Key], _ target: ImportTarget, _ start: String) -> String {
    if keys.isEmpty { return "it has no unique key" }
    let names = keys.map { key in
      key.columns.map { target.columns[$0.place].name }.joined(separator: " and ")
    }
    return "\(start) \(names.joined(separator: ", or "))"
  }

  /// The condition that finds the row, with a parameter for each column.
  ///
  /// - Parameter first: The number of the first parameter.
  func condition(_ target: ImportTarget, first: Int) -> String {
    columns.enumerated().map { number, column in
      let name = target.columns[column.place].name.quotedIdentifier
      let collation = column.collation.map { " COLLATE \($0.quotedIdentifier)" } ?? ""
      return "\(name) = ?\(first + number)\(collation)"
    }.joined(separator: " AND ")
  }
}
