import ORMCore
import ORMSQLite

/// SQL from a command line, which is run and whose rows are written.
package struct Query: Sendable {
  private let sql: [UInt8]
  private let format: QueryFormat
  private let bindings: [Binding]
  private let forms: DeclaredForms

  private struct Binding: Sendable {
    let name: String
    let value: SQLValue
  }

  /// - Parameters:
  ///   - sql: One statement, or several.
  ///   - bindings: `name=value`, for parameters `:name`, `$name` and `@name`; `1=value` for `?1`.
  ///   - forms: The forms in which values are shown.
  /// - Throws: ``ToolError`` for a binding of another form.
  package init(
    _ sql: String, format: QueryFormat, bindings: [String] = [],
    forms: DeclaredForms = DeclaredForms(as: nil, findsJSON: true)
  ) throws {
    self.sql = Array(sql.utf8)
    self.format = format
    self.forms = forms
    self.bindings = try bindings.map { text in
      guard let place = text.utf8.firstIndex(of: 0x3d), place != text.startIndex else {
        throw ToolError.use("--bind needs name=value, not \(text)")
      }
      let value = text[text.utf8.index(after: place)...]
      return Binding(name: String(text[..<place]), value: SQLValue(argument: String(value)))
    }
  }

  /// Runs the statements in order.
  ///
  /// - Parameter writes: Whether the statements may write. If not, the first one that writes is
  ///   refused before it runs.
  /// - Throws: ``ToolError`` for a statement that may not write, for SQL without a statement, for a
  ///   parameter without a value, and for a value without a parameter; ``DatabaseError``.
  package func run(
    on file: DatabaseFile, writes: Bool, to output: ByteOutput, errors: ByteOutput? = nil,
    _ progress: Progress = Progress()
  ) async throws {
    for (place, binding) in bindings.enumerated()
    where bindings[..<place].contains(where: { $0.name.hasSameBytes(as: binding.name) }) {
      throw ToolError.use("--bind gives \(binding.name) two values")
    }
    let note = try await file.running(statements: { statements in
      let handle = statements.handle
      var place = 0
      var count = 0
      var used: Set<Int> = []
      while place < sql.count,
        let statement = try statements.next(sql, at: &place)
      {
        count += 1
        guard writes || statement.isReadOnly else {
          throw ToolError.use("the statement writes: --write allows it")
        }
        try bind(statement, &used)
        if statement.columnCount == 0 {
          let before = try Questions(handle).number("SELECT total_changes()") ?? 0
          while try statement.step() {}
          let after = try Questions(handle).number("SELECT total_changes()") ?? 0
          try report(changes: after - before, to: output)
        } else {
          var writer = try format.writer(of: statement, forms, on: handle, to: output)
          var rows = 0
          while try statement.step() {
            try writer.write(statement)
            rows += 1
            progress.report(rows)
          }
          try writer.end()
        }
      }
      if count == 0 { throw ToolError.use("the SQL has no statement") }
      if DynamicStatement.isInTransaction(on: handle) {
        _ = try Questions(handle).rows("ROLLBACK")
        throw ToolError.use("the SQL left a transaction open, which was rolled back: add COMMIT")
      }
      if let unused = bindings.indices.first(where: { !used.contains($0) }) {
        throw ToolError.use("no statement has a parameter \(bindings[unused].name)")
      }
      return statements.note
    })
    try output.flush()
    try errors?.note(note)
  }

  private func bind(_ statement: borrowing DynamicStatement, _ used: inout Set<Int>) throws {
    for position in 0..<statement.parameterCount {
      let name = statement.parameterName(at: position + 1)
      let plain = name.map { String(decoding: $0.utf8.dropFirst(), as: UTF8.self) }
      let found = bindings.firstIndex { binding in
        if let name, binding.name.hasSameBytes(as: name) { return true }
        return binding.name.hasSameBytes(as: plain ?? "\(position + 1)")
      }
      guard let found else {
        let shown = name ?? "?\(position + 1)"
        throw ToolError.use("the parameter \(shown) has no value: set it with --bind")
      }
      used.insert(found)
      try statement.bind(bindings[found].value, at: position + 1)
    }
  }

  private func report(changes: Int, to output: ByteOutput) throws {
    switch format {
    case .table, .vertical:
      try output.line(changes == 1 ? "1 row changed" : "\(changes.grouped) rows changed")
    case .json, .jsonl: try output.line("{\"changed\": \(changes)}")
    case .csv, .markdown: break
    }
  }
}
