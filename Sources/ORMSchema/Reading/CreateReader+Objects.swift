import ORMCore

extension CreateReader {
  /// Reads a `CREATE VIEW`.
  mutating func view() throws(Failure) -> Schema.View {
    let name = try objectName()
    let columns = isNext(symbol: "(") ? try names() : []
    try expect("AS")
    return Schema.View(name, columns: columns, query: remainder())
  }

  /// Reads a `CREATE TRIGGER`.
  mutating func trigger() throws(Failure) -> Schema.Trigger {
    let name = try objectName()
    var timing = Schema.Trigger.Timing.before
    if accept("AFTER") {
      timing = .after
    } else if accept("INSTEAD") {
      try expect("OF")
      timing = .insteadOf
    } else {
      _ = accept("BEFORE")
    }
    guard let word = current?.text, let event = Schema.Trigger.Event(rawValue: word.raisedInASCII)
    else {
      throw failure("INSERT, UPDATE or DELETE")
    }
    position += 1
    var columns: [String] = []
    if accept("OF") {
      repeat { columns.append(try self.name()) } while accept(symbol: ",")
    }
    try expect("ON")
    let table = try qualifiedName()
    if accept("FOR", "EACH") { try expect("ROW") }
    guard isNext("WHEN") || isNext("BEGIN") else { throw failure("BEGIN") }
    return Schema.Trigger(name, timing, event, of: columns, on: table, action: remainder())
  }

  /// Reads a `CREATE VIRTUAL TABLE`. SQLite passes each argument to the module verbatim, and skips
  /// empty ones.
  mutating func virtualTable() throws(Failure) -> Schema.VirtualTable {
    let name = try objectName()
    try expect("USING")
    var table = Schema.VirtualTable(name, using: try self.name())
    if isNext(symbol: "(") {
      table.arguments = parts(of: try parenthesized()).filter { !$0.isEmpty }.map(text)
    }
    while accept(symbol: ";") {}
    guard current == nil else { throw failure("the end") }
    return table
  }
}
