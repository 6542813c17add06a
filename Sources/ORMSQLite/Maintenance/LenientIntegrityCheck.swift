import ORMCore

/// An integrity check of a file whose schema uses functions or collations that only its program
/// has.
///
/// `CHECK`s with an unknown function count as obeyed. Indexes in an unknown order, and those of
/// values that an unknown function computes, are not compared with their tables.
struct LenientIntegrityCheck {
  private let handle: OpaquePointer
  private let collations: UnknownCollations?
  private let functions: PlaceholderFunctions

  init(on handle: OpaquePointer, _ collations: UnknownCollations?) {
    self.handle = handle
    self.collations = collations
    functions = PlaceholderFunctions(on: handle)
  }

  /// Returns the findings of `PRAGMA integrity_check` or `quick_check`.
  ///
  /// - Throws: ``DatabaseError`` if the damage prevents the check.
  func findings(of pragma: String, limit: Int) throws -> [String] {
    defer { functions.remove() }
    return try functions.run {
      let computed = try ComputedValues(by: functions, on: RawConnection(handle))
      // There may be a finding for each row of a table.
      let isLenient = collations != nil || !functions.names.isEmpty
      let count = isLenient ? Int(Int32.max) : limit
      let statement = try DynamicStatement("PRAGMA \(pragma)(\(count))", on: handle)
      var findings: [String] = []
      while findings.count < limit, try statement.step() {
        guard case .text(let finding) = statement.value(0) else { continue }
        if collations?.explains(finding) == true || computed.explains(finding) { continue }
        findings.append(finding)
      }
      return findings
    }
  }
}

/// The indexes and columns of values that unknown functions compute.
private struct ComputedValues {
  private var indexes: [String] = []
  /// Columns as a finding names them: `TABLE.COLUMN`.
  private var columns: [String] = []

  init(by functions: PlaceholderFunctions, on connection: RawConnection) throws {
    if functions.names.isEmpty { return }
    let tables = "SELECT name, sql FROM main.sqlite_schema WHERE type = 'table'"
    var computed: [SQLName: Set<SQLName>] = [:]
    for table in try connection.texts(tables) where functions.areNamed(in: table[1]) {
      let list = "PRAGMA main.table_xinfo(\(table[0].quotedIdentifier))"
      // 2 is a generated column that is not stored.
      let found = try connection.texts(list).filter { $0[6].hasSameBytes(as: "2") }.map { $0[1] }
      computed[SQLName(table[0])] = Set(found.map { SQLName($0) })
      columns += found.map { "\(table[0]).\($0)" }
    }
    let list = "SELECT name, tbl_name, sql FROM main.sqlite_schema WHERE type = 'index'"
    for index in try connection.texts(list) {
      let columns = computed[SQLName(index[1])] ?? []
      if functions.areNamed(in: index[2]) {
        indexes.append(index[0])
      } else if !columns.isEmpty {
        let parts = try connection.texts("PRAGMA main.index_xinfo(\(index[0].quotedIdentifier))")
        if parts.contains(where: { columns.contains(SQLName($0[2])) }) { indexes.append(index[0]) }
      }
    }
  }

  /// Whether a finding results from a placeholder.
  func explains(_ finding: String) -> Bool {
    indexes.contains { finding.hasBytes(atEnd: " index \($0)") }
      || columns.contains { finding.hasSameBytes(as: "NULL value in \($0)") }
  }
}
