import ORMCore
import ORMSQLite

/// Writes the records of a reader into a table.
final class RowInserter {
  private let target: ImportTarget
  /// The fields to read, without those of generated columns.
  private let fields: [Int]
  /// The column of each field.
  private let places: [Int]
  private let rules: [ValueRule]
  /// The forms of the columns' values; nil if no column has one.
  private let forms: [FormedColumn?]?
  /// Whether texts in quotes, or in JSON, are read in the columns' forms.
  private let areTextsFormed: [Bool]
  /// Whether an empty field is an empty text: in a text column that refuses NULL.
  private let areEmptyTexts: [Bool]
  /// Whether an empty text in quotes is an error: SQLite would store it in a numeric column.
  private let areWrongIfEmpty: [Bool]
  private let handle: OpaquePointer
  private let conflict: ImportConflict
  /// The key by which an upsert finds rows.
  private let key: UniqueKey?
  /// The places of the key's columns in ``places``.
  private let keyPlaces: [Int]
  /// Whether a trigger may keep an update from changing its row.
  private let hasUpdateTriggers: Bool
  /// The statements for records with all members.
  private let whole: Statements
  /// The fields that a record may lack: those whose columns have a default, and all fields of an
  /// upsert.
  private let optional: [Int]
  private var others: [[Bool]: Statements] = [:]
  /// The text that means NULL.
  private let null: [UInt8]?

  /// The result of writing a record.
  enum Outcome {
    case inserted
    case updated
    /// No row was changed.
    case skipped
  }

  /// The statements for records with the same members.
  private final class Statements {
    let insert: DynamicStatement
    /// The fields of the insert.
    let fields: [Int]
    /// Sets the columns that are not in the key.
    let update: UpdateStatement?
    /// Finds a row by the key.
    let find: FindStatement?

    init(
      _ target: ImportTarget, _ places: [Int], _ fields: [Int], _ conflict: ImportConflict,
      _ key: (UniqueKey, places: [Int])?, on handle: OpaquePointer
    ) throws {
      self.fields = fields
      insert = try DynamicStatement(
        target.insertSQL(fields.map { places[$0] }, conflict), on: handle)
      guard let (key, keyPlaces) = key else {
        (update, find) = (nil, nil)
        return
      }
      let set = fields.filter { !keyPlaces.contains($0) }
      find = try FindStatement(target.findSQL(key), on: handle)
      update =
        try set.isEmpty
        ? nil : UpdateStatement(target.updateSQL(set.map { places[$0] }, key), set, on: handle)
    }
  }

  private final class UpdateStatement {
    let statement: DynamicStatement
    let fields: [Int]

    init(_ sql: String, _ fields: [Int], on handle: OpaquePointer) throws {
      statement = try DynamicStatement(sql, on: handle)
      self.fields = fields
    }
  }

  private final class FindStatement {
    let statement: DynamicStatement

    init(_ sql: String, on handle: OpaquePointer) throws {
      statement = try DynamicStatement(sql, on: handle)
    }
  }

  /// - Parameters:
  ///   - places: The column of each field; nil for a field that is left out.
  ///   - isJSON: Whether the file is JSON, whose texts are always in quotes.
  ///   - key: The key of an upsert.
  /// - Throws: ``ToolError`` if the file does not have the key's columns.
  init(
    _ target: ImportTarget, _ places: [Int?], isJSON: Bool, null: String?,
    _ conflict: ImportConflict, _ key: UniqueKey?, on handle: OpaquePointer
  ) throws {
    self.target = target
    fields = places.indices.filter { field in
      places[field].map { !target.columns[$0].isGenerated } ?? false
    }
    let places = fields.compactMap { places[$0] }
    self.places = places
    self.handle = handle
    self.conflict = conflict
    self.key = key
    self.null = null.map { Array($0.utf8) }
    rules = places.map { target.columns[$0].rule }
    let forms = places.map { target.columns[$0].form }
    self.forms = forms.contains { $0 != nil } ? forms : nil
    areTextsFormed = forms.map { form in
      form.map { isJSON || !target.keepsQuotedTexts || !$0.column.holdsTexts } ?? false
    }
    areEmptyTexts = places.map {
      [.text, .textOrBlob].contains(target.columns[$0].rule) && target.columns[$0].isRequired
    }
    areWrongIfEmpty = places.map { !target.isStrict && target.columns[$0].rule.isNeverText }
    let keyPlaces = try (key?.columns ?? []).map { column in
      guard let place = places.firstIndex(of: column.place) else {
        throw ToolError.use(
          "--upsert finds rows by \(target.columns[column.place].name), which is not in the file"
        )
      }
      return place
    }
    self.keyPlaces = keyPlaces
    optional =
      key == nil
      ? places.indices.filter { target.columns[places[$0]].hasDefault } : Array(places.indices)
    hasUpdateTriggers =
      try key != nil && SourceFacts.hasTriggers(target.table, on: handle)
    whole = try Statements(
      target, places, Array(places.indices), conflict, key.map { ($0, keyPlaces) }, on: handle)
  }

  /// Writes the record that the reader is at.
  ///
  /// - Throws: ``ImportProblem`` if its column does not accept a value, or SQLite refuses the row;
  ///   ``DatabaseError`` for errors that are not about this row.
  func insert(_ reader: some RecordReader) throws -> Outcome {
    if !optional.isEmpty {
      let absent = optional.map { reader.fields[fields[$0]].kind == .absent }
      if absent.contains(true) { return try write(reader, with: statements(without: absent)) }
    }
    return try write(reader, with: whole)
  }

  private func write(
    _ reader: some RecordReader, with statements: Statements
  ) throws -> Outcome {
    if key != nil, let outcome = try update(reader, with: statements) { return outcome }
    for (position, place) in statements.fields.enumerated() {
      try bind(place, at: position + 1, of: statements.insert, reader)
    }
    try run(statements.insert, reader)
    if conflict == .abort { return .inserted }
    return DynamicStatement.changes(on: handle) > 0 ? .inserted : .skipped
  }

  /// Updates the row that has the record's key.
  ///
  /// - Returns: nil if there is no such row.
  private func update(
    _ reader: some RecordReader, with statements: Statements
  ) throws -> Outcome? {
    if let missing = keyPlaces.first(where: { reader.fields[fields[$0]].kind == .absent }) {
      throw reader.problem(
        at: reader.buffer.start,
        "the record has no \(target.columns[places[missing]].name), by which --upsert finds its row"
      )
    }
    if let update = statements.update {
      for (position, place) in (update.fields + keyPlaces).enumerated() {
        try bind(place, at: position + 1, of: update.statement, reader)
      }
      try run(update.statement, reader)
      if DynamicStatement.changes(on: handle) > 0 { return .updated }
      if !hasUpdateTriggers { return nil }
    }
    guard let find = statements.find else { return nil }
    for (position, place) in keyPlaces.enumerated() {
      try bind(place, at: position + 1, of: find.statement, reader)
    }
    defer { find.statement.reset() }
    return try find.statement.step() ? .skipped : nil
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
    if let forms, let form = forms[place],
      try bind(field, bytes, as: form, place, at: position, of: statement)
    {
      return
    }
    if bytes.isEmpty, areWrongIfEmpty[place], field.kind == .text {
      throw reader.problem(
        at: field.place,
        "\(target.columns[places[place]].name): '' is not a value of its type; --null '' reads it"
          + " as NULL, and --as-is keeps it")
    }
    if field.kind == .plain && bytes.isEmpty && areEmptyTexts[place] {
      _ = statement.bind(borrowing: bytes, isText: true, at: position)
      return
    }
    let rule = rules[place]
    if rule.bind(field, bytes, at: position, of: statement) { return }
    let words = rule.words(target.columns[places[place]].name, bytes)
    let form = forms.flatMap { $0[place]?.form.noun }
    throw reader.problem(at: field.place, words + (form.map { ", nor a valid \($0)" } ?? ""))
  }

  /// Binds a value in the form of its column.
  ///
  /// - Returns: false if the value does not have the form.
  private func bind(
    _ field: ImportedField, _ bytes: UnsafeRawBufferPointer, as form: FormedColumn, _ place: Int,
    at position: Int, of statement: borrowing DynamicStatement
  ) throws -> Bool {
    switch field.kind {
    case .json:
      // The bytes are stored unchanged.
      if form.form == .json {
        guard UTF8Text.isValid(bytes) else { return false }
        return statement.bind(borrowing: bytes, isText: true, at: position)
      }
      guard let text = EmbeddedJSON.escapedText(bytes) else { return false }
      try statement.bind(.text(text), at: position)
    case .text where !areTextsFormed[place]: return false
    case .plain, .text, .number, .yes, .no:
      guard let value = form.form.read(bytes) else { return false }
      try statement.bind(value, at: position)
    case .null, .blob, .absent: return false
    }
    return true
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

  /// The place of the NULL that a column refuses; the record's beginning for other errors.
  private func place(of error: DatabaseError, _ reader: some RecordReader) -> Int {
    guard error.message.contains(bytes: "NOT NULL") else { return reader.buffer.start }
    let empty = places.indices.first { place in
      let field = reader.fields[fields[place]]
      return target.columns[places[place]].isRequired
        && (field.kind == .null || field.kind == .plain && field.count == 0)
    }
    return empty.map { reader.fields[fields[$0]].place } ?? reader.buffer.start
  }

  /// The statements for records without some members, whose columns get their defaults, or keep
  /// their values.
  private func statements(without absent: [Bool]) throws -> Statements {
    if let known = others[absent] { return known }
    let missing = Set(zip(optional, absent).filter(\.1).map(\.0))
    let statements = try Statements(
      target, places, places.indices.filter { !missing.contains($0) }, conflict,
      key.map { ($0, keyPlaces) }, on: handle)
    // A file with different members in each line must not fill the memory.
    if others.count >= 64 { others.removeAll() }
    others[absent] = statements
    return statements
  }
}
