import ORMCore

extension Schema {
  /// A number for the texts of a database's schema, in whatever order they are.
  ///
  /// What SQLite keeps for itself and the table of migrations are no part of it.
  package static func fingerprint(of entries: some Sequence<Entry>) -> String {
    var sum: UInt64 = 0
    for entry in entries {
      guard let sql = entry.sql, !entry.name.isReservedName,
        !Self.isOfMigrations(entry.name)
      else { continue }
      var hash = StableHash()
      hash.combine(entry.type)
      hash.combine(entry.name)
      hash.combine(sql)
      sum &+= hash.value
    }
    return String(sum, radix: 16)
  }

  /// A number for what the schema says, names that things had included.
  package var fingerprint: String {
    var hash = StableHash()
    for statement in statements { hash.combine(statement) }
    for table in tables {
      for name in table.formerNames { hash.combine(name) }
      for column in table.columns where !column.formerNames.isEmpty {
        hash.combine(column.name)
        for name in column.formerNames { hash.combine(name) }
      }
    }
    return String(hash.value, radix: 16)
  }
}

extension Schema {
  /// A number for a text, the same in each process and on each machine.
  package static func checksum(of text: String) -> String {
    var hash = StableHash()
    hash.combine(text)
    return String(hash.value, radix: 16)
  }
}

/// FNV-1a, with the bits mixed in the end: the same in each process and on each machine.
///
/// It tells apart what was not made to be mistaken. See
/// <https://www.rfc-editor.org/rfc/rfc9923.html>.
struct StableHash {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte) }
    // No byte of UTF-8.
    combine(0xFF)
  }

  private mutating func combine(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  var value: UInt64 {
    var mixed = state
    mixed = (mixed ^ mixed >> 33) &* 0xff51_afd7_ed55_8ccd
    mixed = (mixed ^ mixed >> 33) &* 0xc4ce_b9fe_1a85_ec53
    return mixed ^ mixed >> 33
  }
}
