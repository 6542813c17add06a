import CSQLite
import ORMCore

/// The collations that the schema of a file uses and a connection lacks, because only the file's
/// own program registers them.
///
/// While a placeholder is registered for each, the connection compares bytes. The file's indexes
/// are in the program's order, so a search in one of them misses rows or finds wrong ones, and a
/// write damages it: ``statement(next:at:)`` refuses both.
package final class UnknownCollations {
  /// An index, or a table `WITHOUT ROWID`, that is ordered by one of the collations.
  package struct Order: Sendable {
    package let table: String
    package let index: String
    package let collation: String
    /// Whether the index is the table itself.
    package let isTable: Bool
    /// The number of its root page.
    let root: String
  }

  /// The names of the collations, each as the schema first writes it.
  package let names: [String]
  /// The indexes and tables that one of them orders.
  package let orders: [Order]
  private let handle: OpaquePointer
  private let placeholders: [ByteCollation]
  private var areRegistered = false

  /// - Returns: Nil if the connection has all collations of the schema, or can't read the schema.
  init?(on handle: OpaquePointer) {
    let raw = RawConnection(handle)
    guard let names = Self.names(in: raw), !names.isEmpty else { return nil }
    self.handle = handle
    self.names = names
    placeholders = names.map { ByteCollation($0) }
    orders = Self.orders(of: Set(names.map { SQLName($0) }), in: raw)
    disable(orders)
  }

  /// The names of the collations that have compared text.
  package var used: [String] { placeholders.filter(\.isUsed).map(\.name) }

  /// Registers the placeholders.
  package func register() {
    if areRegistered { return }
    for placeholder in placeholders { placeholder.register(on: handle) }
    areRegistered = true
  }

  /// Removes the placeholders. No statement may be running.
  package func remove() {
    guard areRegistered else { return }
    for placeholder in placeholders { placeholder.remove(from: handle) }
    areRegistered = false
  }

  // MARK: - The schema

  /// Returns the collations that the schema uses and the connection lacks; nil if the schema can't
  /// be read.
  private static func names(in connection: RawConnection) -> [String]? {
    let query = """
      SELECT sql FROM main.sqlite_schema WHERE sql LIKE '%collate%'
      AND type IN ('table', 'index', 'view', 'trigger')
      """
    guard let texts = try? connection.texts(query) else { return nil }
    var seen: Set<SQLName> = []
    var names: [String] = []
    for text in texts {
      var isName = false
      for token in SQLTokens(text[0]) where !token.isBlank {
        if isName, seen.insert(SQLName(token.unquoted)).inserted {
          // `PRAGMA collation_list` also lists missing collations.
          let sql = "SELECT 1 ORDER BY 1 COLLATE \(token.unquoted.quotedIdentifier)"
          if (try? connection.compile(sql)) == nil { names.append(token.unquoted) }
        }
        isName = token.isKeyword("COLLATE")
      }
    }
    return names
  }

  private static func orders(of names: Set<SQLName>, in connection: RawConnection) -> [Order] {
    // An index inherits the collation of its column, so its own SQL need not contain it.
    let query = """
      SELECT DISTINCT tbl_name FROM main.sqlite_schema
      WHERE type IN ('table', 'index') AND sql LIKE '%collate%'
      """
    let listed = try? connection.texts("SELECT name, rootpage FROM main.sqlite_schema")
    let roots = Dictionary(
      (listed ?? []).map { (SQLName($0[0]), $0[1]) }, uniquingKeysWith: { first, _ in first })
    let tables = (try? connection.texts(query)) ?? []
    return tables.flatMap { table -> [Order] in
      let list = "PRAGMA main.index_list(\(table[0].quotedIdentifier))"
      return ((try? connection.texts(list)) ?? []).compactMap { index in
        let columns = "PRAGMA main.index_xinfo(\(index[1].quotedIdentifier))"
        let found = (try? connection.texts(columns)) ?? []
        guard let collation = found.first(where: { names.contains(SQLName($0[4])) })?[4] else {
          return nil
        }
        // An index that is separate from its table ends with the rowid.
        let isTable =
          index[3].hasSameBytes(as: "pk") && !found.contains { $0[1].hasSameBytes(as: "-1") }
        return Order(
          table: table[0], index: index[1], collation: collation, isTable: isTable,
          root: roots[SQLName(isTable ? table[0] : index[1])] ?? "")
      }
    }
  }

  /// Keeps SQLite from using the indexes in queries. When a statement that names an index with a
  /// missing collation is compiled, SQLite stops using the index until the schema is read again
  /// (`sqlite3KeyInfoOfIndex` in select.c).
  private func disable(_ orders: [Order]) {
    for order in orders where !order.isTable {
      let (table, index) = (order.table.quotedIdentifier, order.index.quotedIdentifier)
      _ = try? RawConnection(handle).compile("SELECT 1 FROM main.\(table) INDEXED BY \(index)")
    }
  }
}

// MARK: - Statements

extension UnknownCollations {
  /// Compiles the next statement of a text, as ``DynamicStatement`` does, with the placeholders.
  ///
  /// If a query would search a table in an unknown order, it reads a copy of that table.
  ///
  /// - Throws: ``DatabaseError``, including if the statement would write an index in an unknown
  ///   order, or would search one and can't read a copy.
  package func statement(
    next sql: [UInt8], at place: inout Int
  ) throws -> DynamicStatement? {
    register()
    guard let statement = try DynamicStatement(next: sql, at: &place, on: handle) else {
      return nil
    }
    guard let text = statement.sql, !statement.isExplanation else { return statement }
    let use = try use(of: text)
    if let order = use.written { throw refusal(text, order, "writes") }
    guard let order = use.searched else { return statement }
    if statement.isReadOnly, let copying = copying(text),
      let other = try? DynamicStatement(copying, on: handle),
      try self.use(of: copying).searched == nil
    {
      return other
    }
    throw refusal(text, order, "searches")
  }

  private func refusal(_ sql: String, _ order: Order, _ verb: String) -> DatabaseError {
    let words =
      "the statement \(verb) \(order.isTable ? order.table : "the index \(order.index)"), which is"
      + " ordered by the collation \(order.collation), but this program does not define it"
    let hint =
      verb.hasSameBytes(as: "writes")
      ? "only a program that defines the collation can write to it without damage"
      : "to compare the text bytewise, write + before the column in the condition"
    return DatabaseError(extendedCode: .error, message: words, hint: hint, sql: sql)
  }

  /// Returns the query with copies of the tables in an unknown order that it names; nil if it names
  /// none.
  private func copying(_ sql: String) -> String? {
    let tokens = Array(SQLTokens(sql))
    let names = Set(tokens.lazy.filter { !$0.isBlank }.map { SQLName($0.unquoted) })
    let tables = Set(orders.map { SQLName($0.table) }).intersection(names)
    guard !tables.isEmpty, var start = tokens.firstIndex(where: { !$0.isBlank }) else { return nil }
    let copies = tables.map { name in
      "\(name.text.quotedIdentifier) AS MATERIALIZED"
        + " (SELECT * FROM main.\(name.text.quotedIdentifier))"
    }.joined(separator: ", ")
    /// Returns the text with the tables of the file replaced by their copies.
    func text(_ part: ArraySlice<SQLToken>) -> String {
      let words = Array(part)
      return words.indices.map { place in
        let isOfTable =
          place + 2 < words.count && words[place].isName(of: "main")
          && words[place + 1].isSymbol(".")
          && tables.contains(SQLName(words[place + 2].unquoted))
        let isDot =
          place > 0 && place + 1 < words.count && words[place].isSymbol(".")
          && words[place - 1].isName(of: "main")
          && tables.contains(SQLName(words[place + 1].unquoted))
        return isOfTable || isDot ? "" : String(words[place].text)
      }.joined()
    }
    if tokens[start].isKeyword("SELECT") || tokens[start].isKeyword("VALUES") {
      return "WITH \(copies) \(text(tokens[start...]))"
    }
    guard tokens[start].isKeyword("WITH") else { return nil }
    start += 1
    if let next = tokens[start...].firstIndex(where: { !$0.isBlank }),
      tokens[next].isKeyword("RECURSIVE")
    {
      start = next + 1
    }
    return "\(text(tokens[..<start])) \(copies), \(text(tokens[start...]))"
  }

  /// Returns the unknown orders that a statement relies on: the first one that it searches, and one
  /// that it writes.
  ///
  /// See <https://www.sqlite.org/opcode.html>.
  func use(of sql: String) throws -> (searched: Order?, written: Order?) {
    var searched: Order?
    /// The columns of each open cursor that are in an unknown order.
    var cursors: [Int: (order: Order, columns: [Bool])] = [:]
    for step in try RawConnection(handle).texts("EXPLAIN \(sql)") {
      let (code, cursor) = (step[1], Int(step[2]) ?? 0)
      if Self.isOne(code, of: "Init") {
        // A trigger is a separate program, which comes after the others.
        cursors = [:]
      } else if Self.isOne(code, of: "Vacuum"), let order = orders.first {
        return (searched, order)
      } else if Self.isOne(code, of: "OpenRead", "OpenWrite", "ReopenIdx") {
        cursors[cursor] = nil
        let columns = unknown(inKey: step[5])
        guard let collation = columns.compactMap(\.self).first else { continue }
        let order = order(at: step[3], by: collation)
        if Self.isOne(code, of: "OpenWrite") { return (searched, order) }
        cursors[cursor] = (order, columns.map { $0 != nil })
      } else if Self.searches.contains(where: { $0.hasSameBytes(as: code) }),
        let open = cursors[cursor]
      {
        // 0 means a record with any number of columns.
        let count = Int(step[5]) ?? 0
        if open.columns.prefix(count == 0 ? open.columns.count : count).contains(true) {
          searched = searched ?? open.order
        }
      }
    }
    return (searched, nil)
  }

  /// The instructions that compare keys in the order of a cursor.
  private static let searches = [
    "SeekGE", "SeekGT", "SeekLE", "SeekLT", "SeekScan", "Found", "NotFound", "NoConflict",
    "IfNoHope", "IdxGE", "IdxGT", "IdxLE", "IdxLT", "IdxDelete", "IdxInsert",
  ]

  private static func isOne(_ code: String, of names: String...) -> Bool {
    names.contains { $0.hasSameBytes(as: code) }
  }

  /// Returns the unknown collation of each column of a key, as `EXPLAIN` writes it:
  /// `k(2,-unicase,B)`.
  private func unknown(inKey key: String) -> [String?] {
    guard key.utf8.starts(with: "k(".utf8), key.utf8.last == UInt8(ascii: ")") else { return [] }
    let inner = key.utf8.dropFirst(2).dropLast()
    return inner.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).dropFirst()
      .map { part in
        // The prefixes of a descending column, and of one with NULLs last.
        var name = part
        if name.first == UInt8(ascii: "-") { name = name.dropFirst() }
        if name.starts(with: "N.".utf8) { name = name.dropFirst(2) }
        return names.first { $0.isSameName(as: String(Substring(name))) }
      }
  }

  /// Returns the order of the index or table with a root page. For a table that is not in the file,
  /// returns any order of the collation.
  private func order(at root: String, by collation: String) -> Order {
    orders.first { $0.root.hasSameBytes(as: root) }
      ?? orders.first { $0.collation.isSameName(as: collation) }
      ?? Order(table: "a table", index: "", collation: collation, isTable: true, root: root)
  }
}

// MARK: - Integrity

extension UnknownCollations {
  /// Returns the findings of `PRAGMA integrity_check` or `quick_check`, without those that result
  /// from comparing bytes.
  func findings(of pragma: String, limit: Int) throws -> [String] {
    // There may be a finding for each row of a table.
    let statement = try DynamicStatement("PRAGMA \(pragma)(\(Int32.max))", on: handle)
    var findings: [String] = []
    while findings.count < limit, try statement.step() {
      guard case .text(let finding) = statement.value(0), !explains(finding) else { continue }
      findings.append(finding)
    }
    return findings
  }

  /// Whether a finding results from an unknown order.
  private func explains(_ finding: String) -> Bool {
    orders.contains { order in
      if order.isTable {
        // SQLite does not read a row to its end if the row's place is unexpected.
        return finding.hasSameBytes(as: "row not in PRIMARY KEY order for \(order.table)")
          || finding.starts(withBytes: "NULL value in \(order.table).")
      }
      return finding.starts(withBytes: "row ")
        && finding.ends(withBytes: " missing from index \(order.index)")
        || finding.hasSameBytes(as: "non-unique entry in index \(order.index)")
    }
  }
}

extension SQLToken {
  fileprivate func isName(of name: String) -> Bool {
    (kind == .word || kind == .quotedName) && unquoted.isSameName(as: name)
  }
}

extension String {
  fileprivate func ends(withBytes end: String) -> Bool {
    utf8.count >= end.utf8.count && utf8.suffix(end.utf8.count).elementsEqual(end.utf8)
  }
}

/// A collation that compares bytes, as a placeholder for an unknown one.
private final class ByteCollation {
  let name: String
  /// Whether it has compared text.
  private(set) var isUsed = false

  init(_ name: String) { self.name = name }

  func register(on handle: OpaquePointer) {
    let context = Unmanaged.passRetained(self)
    let code = sqlite3_create_collation_v2(
      handle, name, SQLITE_UTF8, context.toOpaque(),
      { context, leftCount, left, rightCount, right in
        guard let context else { return 0 }
        Unmanaged<ByteCollation>.fromOpaque(context).takeUnretainedValue().isUsed = true
        let left = UnsafeRawBufferPointer(start: left, count: Int(leftCount))
        let right = UnsafeRawBufferPointer(start: right, count: Int(rightCount))
        if left.elementsEqual(right) { return 0 }
        return left.lexicographicallyPrecedes(right) ? -1 : 1
      },
      { context in if let context { Unmanaged<ByteCollation>.fromOpaque(context).release() } })
    // SQLite does not call the destructor if it fails.
    if code != SQLITE_OK { context.release() }
  }

  func remove(from handle: OpaquePointer) {
    sqlite3_create_collation_v2(handle, name, SQLITE_UTF8, nil, nil, nil)
  }
}
