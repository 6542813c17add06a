import ORMDeclarations

/// Prints the extension of a selection with rows or lists, which is created from the results that a
/// query selects for the properties.
///
/// Only the compiler knows whether a property is a row, a list or a value: each is filled by an
/// expression whose result has its type.
struct NestedSelectionPrinter {
  let selection: StructModel
  /// Whether the extension declares the conformance because the struct does not.
  let statesConformance: Bool
  private let parts: Parts
  /// The names of the types of the properties' expressions.
  private let expressions: [String]

  init(_ selection: StructModel, statesConformance: Bool = true) {
    self.selection = selection
    self.statesConformance = statesConformance
    let taken = selection.members.typeNames
    expressions = selection.members.indices.map { "Part\($0 + 1)".unlike(taken) }
    parts = Parts(
      zip(selection.members, expressions).map { Part(type: $0.type.value, expression: $1) })
  }

  private var access: String { selection.access.memberPrefix }

  /// ```swift
  /// nonisolated extension Shelf: ORMCore.NestedSelection {
  ///   …
  /// }
  /// ```
  var source: String {
    let conformance = statesConformance ? ": \(coreModule).NestedSelection" : ""
    let lines =
      selection.availability
      + ["nonisolated extension \(selection.extendedName)\(conformance) {"]
      + [selection.columnTypes, initializer, rawParts, select].flatMap { $0 }.indented
      + ["}"]
    return lines.joined(separator: "\n")
  }

  /// ```swift
  /// typealias Parts = (ColumnTypes.artist, ColumnTypes.albums, Int)
  /// init(parts: Parts) {
  ///   self.init(artist: parts.0, albums: parts.1, count: parts.2)
  /// }
  /// ```
  private var initializer: [String] {
    let values = zip(selection.members, parts.paths).map { ($0.property, "parts\($1)") }
    let body =
      if selection.hasMemberwiseInitializer {
        ["self.init(\(values.map { "\($0.label): \($1)" }.joined(separator: ", ")))"]
      } else {
        values.map { "self.\($0) = \($1)" }
      }
    return [
      "\(access)typealias Parts = \(parts.type)", "\(access)init(parts: Parts) {",
    ] + body.indented + ["}"]
  }

  /// The columns and the properties of a row of raw SQL:
  ///
  /// ```swift
  /// static func addParts(to layout: inout ORM.NestedLayout) throws {
  ///   try layout.add(ColumnTypes.artist.self, "artist.")
  ///   try layout.add(ColumnTypes.albums.self, "albums")
  ///   try layout.add(Int.self, "count")
  /// }
  /// static func parts<Row: ORM.RowReader & ~Copyable>(
  ///   of row: borrowing Row, at place: inout Int
  /// ) throws -> Parts {
  ///   (
  ///     try ORM.NestedPart.read(ColumnTypes.artist.self, from: row, at: &place),
  ///     …
  ///   )
  /// }
  /// ```
  private var rawParts: [String] {
    let row = "Row".unlike(selection.members.typeNames)
    let parts = selection.members.map { (type: $0.typeInRawSQL, name: $0.nameInRawSQL) }
    let reads = self.parts.nested(
      parts.map { "try \(orm)NestedPart.read(\($0.type).self, from: row, at: &place)" })
    return ["\(access)static func addParts(to layout: inout \(orm)NestedLayout) throws {"]
      + parts.map { "  try layout.add(\($0.type).self, \($0.name.swiftLiteral))" }
      + [
        "}", "\(access)static func parts<\(row): \(orm)RowReader & ~\(swift)Copyable>(",
        "  of row: borrowing \(row), at place: inout \(swift)Int", ") throws -> Parts {",
      ] + reads.indented + ["}"]
  }

  /// ```swift
  /// static func select<Part1: ORM.Selectable, Part2: ORM.Selectable, Part3: ORM.Selectable>(
  ///   artist: Part1, albums: Part2, count: Part3
  /// ) -> ORM.NestedSelected<Shelf, ORM.Results3<Part1.SelectedResult, …>>
  /// where
  ///   Part1.SelectedResult.Output == ColumnTypes.artist,
  ///   …
  /// {
  ///   ORM.NestedSelected([artist.results, albums.results, count.results])
  /// }
  /// ```
  private var select: [String] {
    let generics = expressions.map { "\($0): \(orm)Selectable" }.joined(separator: ", ")
    let properties = selection.members.map(\.property)
    let parameters = zip(properties, expressions).map { "\($0): \($1)" }
    let requirements = zip(selection.members, expressions).enumerated().map { index, part in
      "  \(part.1).SelectedResult.Output == \(part.0.type.value)"
        + (index < expressions.count - 1 ? "," : "")
    }
    let results = properties.map { "\($0).results" }.joined(separator: ", ")
    return [
      "\(access)static func select<\(generics)>(", "  \(parameters.joined(separator: ", "))",
      ") -> \(orm)NestedSelected<\(selection.typeName), \(parts.result)>", "where",
    ] + requirements + ["{", "  \(orm)NestedSelected([\(results)])", "}"]
  }
}

/// The type of a property, and the name of its expression's type.
private struct Part {
  let type: String
  let expression: String
}

/// All properties as one tuple, or as a tuple of tuples, because results are grouped by ten.
private struct Parts {
  private(set) var type: String
  private(set) var result: String
  /// The path of each property: `.0.3`
  private(set) var paths: [String]

  init(_ parts: [Part]) {
    self.init(
      groups: parts.map { ($0.type, "\($0.expression).SelectedResult", [""]) })
  }

  /// Returns an expression for each property, as the tuple of all.
  func nested(_ expressions: [String]) -> [String] {
    var groups = expressions.map { [$0] }
    while groups.count > 1 {
      groups = stride(from: 0, to: groups.count, by: 10).map { start in
        let parts = groups[start..<min(start + 10, groups.count)]
        if parts.count == 1 { return parts[start] }
        return ["("] + parts.dropLast().flatMap { $0.withComma }.indented
          + (parts.last ?? []).indented + [")"]
      }
    }
    return groups.first ?? []
  }

  private init(groups: [(type: String, result: String, paths: [String])]) {
    var groups = groups
    while groups.count > 1 {
      groups = stride(from: 0, to: groups.count, by: 10).map { start in
        Self.together(Array(groups[start..<min(start + 10, groups.count)]))
      }
    }
    (type, result, paths) = groups.first ?? ("Void", "", [])
  }

  private static func together(
    _ groups: [(type: String, result: String, paths: [String])]
  ) -> (type: String, result: String, paths: [String]) {
    if groups.count == 1 { return groups[0] }
    let types = groups.map(\.type).joined(separator: ", ")
    let results = groups.map(\.result).joined(separator: ", ")
    let paths = groups.enumerated().flatMap { place, group in group.paths.map { ".\(place)\($0)" } }
    return ("(\(types))", "\(orm)Results\(groups.count)<\(results)>", paths)
  }
}

extension [String] {
  /// The lines, with a comma after the last.
  fileprivate var withComma: [String] { dropLast() + [(last ?? "") + ","] }
}

extension TableModel.Member {
  /// The type by which raw SQL's columns of the property are read.
  fileprivate var typeInRawSQL: String {
    // Characters: Swift's own names
    if case .column(let column) = self, column.baseRepresentation != column.type.base {
      return column.representation
    }
    return type.value
  }

  /// The name of the property's column in raw SQL, or the prefix of its columns.
  fileprivate var nameInRawSQL: String {
    switch self {
    case .column(let column): column.name
    case .embedded(let group): "\(group.property.withoutBackticks)."
    }
  }
}
