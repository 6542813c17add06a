import ORMCore
import ORMSQLite

/// An import of a file's rows into a table, in one transaction.
package struct Import: Sendable {
  package var format: ImportFormat
  /// The byte between the fields of CSV. The default is a comma, or a tab for TSV.
  package var delimiter: UInt8
  /// Whether the first CSV record contains the names of the columns. The default is true.
  package var hasHeader = true
  package var onError = ImportErrorRule.stop
  /// The action for a record whose key is already in the table. The default is an error.
  package var conflict = ImportConflict.abort
  /// The unique key by which an upsert finds rows; empty for the primary key.
  package var upsertKey: [String] = []
  /// The columns that go into columns with other names, and the columns that are left out.
  package var mapping = ColumnMapping()
  /// The forms of the values in the file.
  package var forms = DeclaredForms(as: nil, findsJSON: true)
  /// The column to make the primary key of a new table.
  package var key: String?
  /// The CSV text that means NULL. If it is empty, an empty text in quotes is also NULL, even in
  /// JSON.
  package var null: String?
  /// Whether a table that is not STRICT accepts values of all types in each column, as written.
  package var isAsWritten = false
  /// Whether the file has the rowids of a table without a key.
  var hasRowIDs = false
  /// Whether foreign keys are enforced.
  var checksReferences = true
  /// The maximum size of a record in bytes. The default is 4 MiB.
  package var rowLimit = 4 << 20

  package init(_ format: ImportFormat) {
    self.format = format
    delimiter = format == .tsv ? 0x09 : 0x2c
  }

  /// Imports a file, or standard input for `-`.
  ///
  /// If the table does not exist, it is created, with types that follow from the values.
  ///
  /// - Throws: ``ToolError``; ``DatabaseError``; `CancellationError`. The database is unchanged
  ///   then.
  package func run(
    _ path: String, into table: String, ofFile database: String, _ progress: Progress = Progress()
  ) async throws -> ImportReport {
    let file = try DatabaseFile(database, writes: true, creates: true)
    do {
      let report = try await run(path, into: table, of: file, progress)
      if !report.isKept { await file.discard() }
      return report
    } catch {
      await file.discard()
      throw error
    }
  }

  func run(
    _ path: String, into table: String, of file: DatabaseFile, _ progress: Progress
  ) async throws -> ImportReport {
    try await file.running { handle in
      let db = Questions(handle)
      if !checksReferences { _ = try db.rows("PRAGMA foreign_keys = OFF") }
      defer { if !checksReferences { _ = try? db.rows("PRAGMA foreign_keys = ON") } }
      _ = try db.rows("BEGIN IMMEDIATE")
      do {
        var report = try run(path, into: table, on: handle, progress)
        let keeps = report.problemCount == 0 || onError == .skip
        _ = try db.rows(keeps ? "COMMIT" : "ROLLBACK")
        report.isKept = keeps
        return report
      } catch {
        if DynamicStatement.isInTransaction(on: handle) { _ = try? db.rows("ROLLBACK") }
        throw error
      }
    }
  }

  private func run(
    _ path: String, into table: String, on handle: OpaquePointer, _ progress: Progress
  ) throws -> ImportReport {
    var report = ImportReport(table: table)
    do {
      var buffer = try RecordBuffer(path, limit: rowLimit, progress)
      progress.begin(of: buffer.size)
      let target: ImportTarget
      if let found = try ImportTarget(
        table, isAsWritten: isAsWritten, namesRowID: hasRowIDs, forms, on: handle)
      {
        if key != nil {
          throw ToolError.use("--key is for a new table, but \(found.table) exists")
        }
        target = found
      } else {
        if forms.hasSchema {
          throw ToolError.use("--as is for an existing table, but \(table) does not exist")
        }
        if conflict == .upsert, key == nil {
          throw ToolError.use(
            "--upsert needs a key, but \(table) does not exist: --key names one for the new table")
        }
        // The file is read twice.
        progress.begin(of: buffer.size.map { $0 * 2 })
        (target, buffer) = try create(table, for: buffer, path, on: handle)
        report.isNew = true
      }
      report.table = target.table
      report.conflict = conflict
      let before = try conflict == .replace ? target.rowCount(on: handle) : 0
      switch format {
      case .csv, .tsv: try readCSV(buffer, into: target, on: handle, &report)
      case .json, .jsonl: try readJSON(buffer, into: target, on: handle, &report)
      }
      if conflict == .replace {
        report.replacedCount = before + report.insertedCount - (try target.rowCount(on: handle))
      }
    } catch let problem as ImportProblem {
      // A problem that was not collected ends the import.
      throw ToolError.data(problem.text + "; nothing was imported")
    }
    return report
  }

  // MARK: - Readers

  private func readCSV(
    _ buffer: RecordBuffer, into target: ImportTarget, on handle: OpaquePointer,
    _ report: inout ImportReport
  ) throws {
    let reader = try CSVReader(buffer, delimiter: delimiter, hasHeader: hasHeader)
    let places: [Int?]
    if hasHeader {
      try mapping.check(names: reader.names, of: buffer.name)
      places = try target.places(of: reader.names, mapping) { reader.nameProblem($0, $1) }
    } else {
      let fields = try mapping.numbered(target.names)
      let found = try target.places(of: fields.compactMap(\.self), ColumnMapping()) {
        ToolError.use($1)
      }
      var rest = found[...]
      places = fields.map { $0 == nil ? nil : rest.removeFirst() }
      if mapping.renames.isEmpty {
        reader.expect(fields.count)
      } else {
        reader.expect(atLeast: fields.count)
      }
    }
    let read = places.compactMap(\.self)
    report.unread = read.map { target.columns[$0] }.filter(\.isGenerated).map(\.name)
    if let name = report.unread.first, report.unread.count == read.count {
      throw reader.nameProblem(0, "the column \(name) is generated, so it can't be imported")
    }
    let inserter = try inserter(target, places, null: null, on: handle)
    try insert(reader, by: inserter, &report)
  }

  private func readJSON(
    _ buffer: RecordBuffer, into target: ImportTarget, on handle: OpaquePointer,
    _ report: inout ImportReport
  ) throws {
    let members = try target.members(mapping)
    let names = members.map(\.name)
    let reader = try JSONReader(buffer, layout, names: names) {
      target.unknown($0, of: names) + ImportTarget.mappingAdvice
    }
    // In JSON, only the empty text can mean NULL: programs without NULL write it.
    let null = null.flatMap { $0.isEmpty ? $0 : nil }
    let inserter = try inserter(target, members.map(\.place), null: null, on: handle)
    try insert(reader, by: inserter, &report)
    if report.recordCount > 0 {
      let seen = zip(names, reader.areSeen).filter(\.1).map(\.0)
      try mapping.check(names: seen, of: buffer.name)
    }
  }

  private var layout: JSONReader.Layout { format == .jsonl ? .lines : .document }

  private func inserter(
    _ target: ImportTarget, _ places: [Int?], null: String?, on handle: OpaquePointer
  ) throws -> RowInserter {
    let key = try conflict == .upsert ? UniqueKey(of: target, named: upsertKey, on: handle) : nil
    return try RowInserter(
      target, places, isJSON: format == .json || format == .jsonl, null: null, conflict, key,
      on: handle)
  }

  private func insert(
    _ reader: some RecordReader, by inserter: RowInserter, _ report: inout ImportReport
  ) throws {
    while true {
      do {
        guard try reader.next() else { return }
        switch try inserter.insert(reader) {
        case .inserted: report.insertedCount += 1
        case .updated: report.updatedCount += 1
        case .skipped: report.skippedCount += 1
        }
        reader.buffer.reportPosition()
        if report.recordCount & 0xfff == 0 { try Task.checkCancellation() }
      } catch let problem as ImportProblem {
        if onError == .stop { throw problem }
        report.add(problem)
        if problem.isLast { return }
      }
    }
  }

  // MARK: - New tables

  /// Creates a table for a file. For its types, all of the file is read, or the part of a pipe that
  /// fits into memory.
  ///
  /// - Returns: The table, and the file from its beginning.
  private func create(
    _ table: String, for buffer: RecordBuffer, _ path: String, on handle: OpaquePointer
  ) throws -> (ImportTarget, RecordBuffer) {
    let isFile = buffer.size != nil
    if !isFile { buffer.sample() }
    let (fileNames, guesses) = try guess(buffer)
    // No record of the file could be read.
    if fileNames.isEmpty, let problem = guesses.problem { throw problem }
    if fileNames.isEmpty { throw ToolError.data("\(buffer.name) is empty: it names no columns") }
    let columns = try columns(fileNames, guesses.columns, of: buffer)
    let names = columns.map(\.name)
    if let key, !names.contains(where: { $0.isSameName(as: key) }) {
      throw ToolError.use(Suggestion.unknown("column", key, "in \(buffer.name)", of: names))
    }
    _ = try Questions(handle).rows(
      ImportTarget.createSQL(table, names, columns.map(\.guess), key: key))
    guard
      let target = try ImportTarget(
        table, isAsWritten: isAsWritten, forms, on: handle)
    else {
      throw ToolError.data("the table \(table) can't be created")
    }
    if isFile { return (target, try RecordBuffer(again: buffer, path)) }
    buffer.rewind()
    return (target, buffer)
  }

  /// The columns of a new table for a file, as they are mapped.
  private func columns(
    _ names: [String], _ guesses: [ColumnGuess], of buffer: RecordBuffer
  ) throws -> [(name: String, guess: ColumnGuess)] {
    if mapping.isEmpty { return Array(zip(names, guesses)) }
    let mapped: [String?]
    if hasHeader || format == .json || format == .jsonl {
      try mapping.check(names: names, of: buffer.name)
      mapped = names.map(mapping.tableName)
    } else {
      // One name for each field that is not left out.
      let rest = max(0, names.count - mapping.omitted.count)
      mapped = try mapping.numbered(Array(names.prefix(mapping.renames.isEmpty ? rest : 0)))
      guard mapped.count <= names.count else {
        throw ToolError.use("\(buffer.name) has \(names.count) columns; expected \(mapped.count)")
      }
    }
    var taken: Set<SQLName> = []
    return try zip(mapped, guesses).compactMap { name, guess in
      guard let name else { return nil }
      guard taken.insert(SQLName(name)).inserted else {
        throw ToolError.use("two columns of \(buffer.name) go into \(name)")
      }
      return (name, guess)
    }
  }

  /// The types of a file's columns, guessed from its records.
  private struct Guesses {
    var columns: [ColumnGuess] = []
    /// The problem of the first record that can't be read.
    var problem: ImportProblem?

    /// Adds columns up to the number of names, which can be more than those of the readable
    /// records.
    func padded(to count: Int) -> Self {
      var guesses = self
      while guesses.columns.count < count { guesses.columns.append(ColumnGuess()) }
      return guesses
    }
  }

  private func guess(_ buffer: RecordBuffer) throws -> ([String], Guesses) {
    switch format {
    case .csv, .tsv:
      let reader = try CSVReader(buffer, delimiter: delimiter, hasHeader: hasHeader)
      guard hasHeader else {
        let guesses = try guess(reader, areTexts: false)
        return (guesses.columns.indices.map { "column\($0 + 1)" }, guesses)
      }
      var taken: Set<SQLName> = []
      for (place, name) in reader.names.enumerated() {
        guard let name = mapping.tableName(of: name) else { continue }
        if name.isEmpty { throw reader.nameProblem(place, "a column's name is missing here") }
        guard taken.insert(SQLName(name)).inserted else {
          throw reader.nameProblem(place, "the column \(name) is named twice")
        }
      }
      let guesses = try guess(reader, areTexts: false)
      return (reader.names, guesses.padded(to: reader.names.count))
    case .json, .jsonl:
      let reader = try JSONReader(buffer, layout, names: [], unknown: nil)
      let guesses = try guess(reader, areTexts: true)
      return (reader.names, guesses.padded(to: reader.names.count))
    }
  }

  /// Problems of records are reported when they are imported.
  private func guess(_ reader: some RecordReader, areTexts: Bool) throws -> Guesses {
    var guesses = Guesses()
    var count = 0
    let null = null.map { Array($0.utf8) }
    while true {
      do {
        guard try reader.next() else { return guesses }
        count += 1
        reader.buffer.reportPosition()
        if count & 0xfff == 0 { try Task.checkCancellation() }
        guesses = guesses.padded(to: reader.fields.count)
        for place in 0..<reader.fields.count {
          let field = reader.fields[place]
          let bytes = reader.bytes(of: field)
          if let null, field.kind == .plain, null.elementsEqual(bytes) { continue }
          guesses.columns[place].add(field, bytes, areTexts: areTexts)
        }
      } catch let problem as ImportProblem {
        guesses.problem = guesses.problem ?? problem
        if problem.isLast { return guesses }
      }
    }
  }
}
