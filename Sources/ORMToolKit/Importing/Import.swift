import ORMCore
import ORMSQLite

/// Rows of a file that go into a table, in one transaction.
package struct Import: Sendable {
  package var format: ImportFormat
  /// What is between the fields of CSV.
  package var delimiter: UInt8
  /// Whether the first record of CSV has the names of the columns.
  package var hasHeader = true
  package var onError = ImportErrorRule.stop
  /// The column that is the primary key of a table that is created.
  package var key: String?
  /// A word of CSV that means NULL. If it is empty, so does an empty text in quotes, also in JSON.
  package var null: String?
  /// Whether a column that is not STRICT takes values of all kinds, as they are written.
  package var isAsWritten = false
  /// How many bytes a record may have.
  package var rowLimit = 4 << 20

  package init(_ format: ImportFormat) {
    self.format = format
    delimiter = format == .tsv ? 0x09 : 0x2c
  }

  /// Imports a file, or the standard input, which is named `-`.
  ///
  /// A table that is not there is created, with the types that its values have.
  ///
  /// - Throws: ``ToolError``; ``DatabaseError``; `CancellationError`. Nothing is kept then.
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
      if let found = try ImportTarget(table, isAsWritten: isAsWritten, on: handle) {
        if key != nil {
          throw ToolError.use("--key is for a table that is created, and \(found.table) is there")
        }
        target = found
      } else {
        // Its bytes are read twice.
        progress.begin(of: buffer.size.map { $0 * 2 })
        (target, buffer) = try create(table, for: buffer, path, on: handle)
        report.isNew = true
      }
      report.table = target.table
      switch format {
      case .csv, .tsv: try readCSV(buffer, into: target, on: handle, &report)
      case .jsonl: try readJSON(buffer, into: target, on: handle, &report)
      }
    } catch let problem as ImportProblem {
      // Only what is known of the whole file is not about one of its rows.
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
    let names = hasHeader ? reader.names : target.names
    let places = try target.places(of: names) { reader.nameProblem($0, $1) }
    report.unread = places.map { target.columns[$0] }.filter(\.isGenerated).map(\.name)
    if let name = report.unread.first, report.unread.count == places.count {
      throw reader.nameProblem(0, "the column \(name) is generated and takes no values")
    }
    if !hasHeader { reader.expect(names.count) }
    let inserter = try RowInserter(target, places, null: null, on: handle)
    try insert(reader, by: inserter, &report)
  }

  private func readJSON(
    _ buffer: RecordBuffer, into target: ImportTarget, on handle: OpaquePointer,
    _ report: inout ImportReport
  ) throws {
    let names = target.columns.map(\.name)
    let reader = try JSONLinesReader(buffer, names: names) { target.unknown($0) }
    let places = try target.places(of: names) { ToolError.data($1) }
    // A word would be a text. An empty one is what a program without NULL has written.
    let null = null.flatMap { $0.isEmpty ? $0 : nil }
    let inserter = try RowInserter(target, places, null: null, on: handle)
    try insert(reader, by: inserter, &report)
  }

  private func insert(
    _ reader: some RecordReader, by inserter: RowInserter, _ report: inout ImportReport
  ) throws {
    while true {
      do {
        guard try reader.next() else { return }
        try inserter.insert(reader)
        report.rowCount += 1
        reader.buffer.reportPosition()
        if report.rowCount & 0xfff == 0 { try Task.checkCancellation() }
      } catch let problem as ImportProblem {
        if onError == .stop { throw problem }
        report.add(problem)
        if problem.isLast { return }
      }
    }
  }

  // MARK: - New tables

  /// Creates a table for a file, all of which is read for its types; of a pipe, what fits into
  /// memory is.
  ///
  /// - Returns: the table, and the file from its beginning.
  private func create(
    _ table: String, for buffer: RecordBuffer, _ path: String, on handle: OpaquePointer
  ) throws -> (ImportTarget, RecordBuffer) {
    let isFile = buffer.size != nil
    if !isFile { buffer.sample() }
    let (names, guesses) = try guess(buffer)
    // Nothing else is in the file than what is wrong.
    if names.isEmpty, let problem = guesses.problem { throw problem }
    if names.isEmpty { throw ToolError.data("\(buffer.name) is empty: it names no columns") }
    if let key, !names.contains(where: { $0.isSameName(as: key) }) {
      throw ToolError.use(Suggestion.unknown("column", key, of: names) + " in \(buffer.name)")
    }
    _ = try Questions(handle).rows(ImportTarget.createSQL(table, names, guesses.columns, key: key))
    let target = ImportTarget(creating: table, names, guesses.columns)
    if isFile { return (target, try RecordBuffer(again: buffer, path)) }
    buffer.rewind()
    return (target, buffer)
  }

  /// What the records of a file say of its columns.
  private struct Guesses {
    var columns: [ColumnGuess] = []
    /// What is wrong with the first record that can't be read.
    var problem: ImportProblem?

    /// With a column for each of the names, which records that can't be read may have, too.
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
        if name.isEmpty { throw reader.nameProblem(place, "here is a column's name missing") }
        guard taken.insert(SQLName(name)).inserted else {
          throw reader.nameProblem(place, "the column \(name) is there twice")
        }
      }
      let guesses = try guess(reader, areTexts: false)
      return (reader.names, guesses.padded(to: reader.names.count))
    case .jsonl:
      let reader = try JSONLinesReader(buffer, names: [], unknown: nil)
      let guesses = try guess(reader, areTexts: true)
      return (reader.names, guesses.padded(to: reader.names.count))
    }
  }

  /// What is wrong with a record is said when it is imported.
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
