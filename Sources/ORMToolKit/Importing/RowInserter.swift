import ORMCore
import ORMSQLite

/// Writes the records of a reader into a table.
final class RowInserter {
  private let target: ImportTarget
  /// The fields that are read: those of generated columns are not.
  private let fields: [Int]
  /// The column of each of these fields.
  private let places: [Int]
  private let rules: [ValueRule]
  /// Whether nothing is an empty text: in a column that takes texts and no NULL.
  private let areEmptyTexts: [Bool]
  /// Whether an empty text in quotes is wrong: SQLite would keep it among numbers.
  private let areWrongIfEmpty: [Bool]
  private let handle: OpaquePointer
  private let statement: DynamicStatement
  /// The fields whose columns have a default, which a member that is absent takes.
  private let defaulted: [Int]
  private var others: [[Bool]: PartialStatement] = [:]
  /// A word that means NULL.
  private let null: [UInt8]?

  /// A statement for records without some members.
  private final class PartialStatement {
    let statement: DynamicStatement
    let fields: [Int]

    init(_ sql: String, _ fields: [Int], on handle: OpaquePointer) throws {
      statement = try DynamicStatement(sql, on: handle)
      self.fields = fields
    }
  }

  init(
    _ target: ImportTarget, _ places: [Int], null: String?, on handle: OpaquePointer
  ) throws {
    self.target = target
    fields = places.indices.filter { !target.columns[places[$0]].isGenerated }
    let places = fields.map { places[$0] }
    self.places = places
    self.handle = handle
    self.null = null.map { Array($0.utf8) }
    rules = places.map { target.columns[$0].rule }
    areEmptyTexts = places.map {
      [.text, .textOrBlob].contains(target.columns[$0].rule) && target.columns[$0].isRequired
    }
    areWrongIfEmpty = places.map { !target.isStrict && target.columns[$0].rule.isNeverText }
    defaulted = places.indices.filter { target.columns[places[$0]].hasDefault }
    statement = try DynamicStatement(target.insertSQL(places), on: handle)
  }

  /// Inserts the record that the reader is at.
  ///
  /// - Throws: ``ImportProblem`` if a value is not what its column takes, and if SQLite refuses the
  ///   row; ``DatabaseError`` for all that is not about this row.
  func insert(_ reader: some RecordReader) throws {
    if !defaulted.isEmpty {
      let absent = defaulted.map { reader.fields[fields[$0]].kind == .absent }
      if absent.contains(true) { return try insert(reader, without: absent) }
    }
    for place in 0..<rules.count {
      try bind(place, at: place + 1, of: statement, reader)
    }
    try run(statement, reader)
  }

  @inline(__always)
  private func bind(
    _ place: Int, at position: Int, of statement: borrowing DynamicStatement,
    _ reader: some RecordReader
  ) throws {
    let field = reader.fields[fields[place]]
    let bytes = reader.bytes(of: field)
    if let null, field.kind == .plain || null.isEmpty && field.kind == .text,
      null.elementsEqual(bytes)
    {
      return statement.bindNull(at: position)
    }
    if bytes.isEmpty, areWrongIfEmpty[place], field.kind == .text {
      throw reader.problem(
        at: field.place,
        "\(target.columns[places[place]].name): '' is no value of its type; --null '' reads it as"
          + " NULL, and --as-is keeps it")
    }
    if field.kind == .plain && bytes.isEmpty && areEmptyTexts[place] {
      _ = statement.bind(borrowing: bytes, isText: true, at: position)
      return
    }
    let rule = rules[place]
    if rule.bind(field, bytes, at: position, of: statement) { return }
    throw reader.problem(at: field.place, rule.words(target.columns[places[place]].name, bytes))
  }

  private func run(
    _ statement: borrowing DynamicStatement, _ reader: some RecordReader
  ) throws {
    do {
      try statement.run()
    } catch let error as DatabaseError {
      let isOfRow =
        switch error.extendedCode.primary {
        case .constraint, .mismatch, .tooBig: true
        default: false
        }
      guard isOfRow, DynamicStatement.isInTransaction(on: handle) else { throw error }
      throw reader.problem(at: place(of: error, reader), error.message)
    }
  }

  /// Where the NULL is that a column does not take; the record's beginning for all else.
  private func place(of error: DatabaseError, _ reader: some RecordReader) -> Int {
    guard error.message.contains(bytes: "NOT NULL") else { return reader.buffer.start }
    let empty = places.indices.first { place in
      let field = reader.fields[fields[place]]
      return target.columns[places[place]].isRequired
        && (field.kind == .null || field.kind == .plain && field.count == 0)
    }
    return empty.map { reader.fields[fields[$0]].place } ?? reader.buffer.start
  }

  /// Inserts a record without some members, whose columns take their defaults.
  private func insert(_ reader: some RecordReader, without absent: [Bool]) throws {
    let partial: PartialStatement
    if let known = others[absent] {
      partial = known
    } else {
      let missing = Set(zip(defaulted, absent).filter(\.1).map(\.0))
      let fields = places.indices.filter { !missing.contains($0) }
      partial = try PartialStatement(
        target.insertSQL(fields.map { places[$0] }), fields, on: handle)
      // Files whose every line has other members don't fill the memory.
      if others.count >= 64 { others.removeAll() }
      others[absent] = partial
    }
    for (position, place) in partial.fields.enumerated() {
      try bind(place, at: position + 1, of: partial.statement, reader)
    }
    try run(partial.statement, reader)
  }
}
