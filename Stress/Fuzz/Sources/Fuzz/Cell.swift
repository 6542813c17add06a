import CSQLite
import Foundation

/// A stored value as SQLite has it, also one that the library never writes: TEXT that is not UTF-8.
enum Cell {
  case null
  case integer(Int64)
  case real(Double)
  case text([UInt8])
  case blob([UInt8])

  init(_ input: inout Input) {
    self =
      switch input.byte() % 9 {
      case 0: .null
      case 1: .integer(input.integer())
      case 2: .integer(Int64(Int8(bitPattern: input.byte())))
      case 3: .real(Double(bitPattern: UInt64(bitPattern: input.integer())))
      case 4: .text(input.run())
      case 5: .blob(input.run())
      case 6: .text(Array(input.element(of: Self.texts).utf8))
      case 7: .integer(input.element(of: Self.integers))
      default: .real(input.element(of: Self.reals))
      }
  }

  private static let texts = [
    "", "0", "1", "calm", "loud", "a\0b", "2024-02-29", "2024-02-29 12:30",
    "2024-02-29T12:30:15.25Z",
    "0000-01-01", "9999-12-31T23:59:59.999999999+23:59", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
    "12.10",
    "-.5", "1e127", "1e-128", "99999999999999999999999999999999999999", "0e9999", "1e165",
    "https://example.com/a?b=c#d", "a b", "[]", #"["a","b"]"#, "null", "{}", "[[[[[[[[]]]]]]]]",
    #"{"name":"a","size":1.5,"date":0,"data":"AA==","next":[null]}"#, "1e999", "\u{1F3B5}",
    "\u{FEFF}x",
    "3021-02-29", "mailto:", "http://[::1]:0/%20", "%", "//", "?", "#", "//ü.example/",
  ]
  private static let integers: [Int64] = [
    .min, .max, 0, 1, -1, 255, 256, -128, -129, 65535, 65536, 1 << 31, 1 << 32, 1 << 53,
    1 << 53 + 1,
    253_402_300_799, 253_402_300_800, -62_167_219_200, -62_167_219_201, .max / 1000, .min / 1000,
  ]
  private static let reals: [Double] = [
    0, -0.0, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1, 1e19,
    -1e19,
    3.5e38, 1e-46, 253_402_300_799.999, 253_402_300_800, 2_440_587.5, 5_373_484.5, -1e300, 9.3e15,
    1e127,
    1e128, 1e165, 1e-128, 12345678901234568, 9_223_372_036_854_775_808,
  ]

  /// Binds the value as it is.
  func bind(to statement: OpaquePointer?, at position: Int32) {
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch self {
    case .null: sqlite3_bind_null(statement, position)
    case .integer(let value): sqlite3_bind_int64(statement, position, value)
    case .real(let value): sqlite3_bind_double(statement, position, value)
    case .text(let bytes):
      // The zero at the end gives no bytes an address, without which they were NULL.
      (bytes + [0]).withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          _ = sqlite3_bind_text64(
            statement, position, characters.baseAddress, UInt64(bytes.count - 1), transient,
            UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      _ = bytes.withUnsafeBytes { bytes in
        sqlite3_bind_blob64(
          statement, position, bytes.baseAddress, UInt64(bytes.count), transient)
      }
    }
  }
}

/// Runs one statement by C alone.
func run(_ sql: String, _ cells: [Cell], on connection: OpaquePointer) {
  var statement: OpaquePointer?
  defer { sqlite3_finalize(statement) }
  guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
    exit("\(sql): \(String(cString: sqlite3_errmsg(connection)))")
  }
  for (index, cell) in cells.enumerated() { cell.bind(to: statement, at: Int32(index + 1)) }
  guard sqlite3_step(statement) == SQLITE_DONE else {
    exit("\(sql): \(String(cString: sqlite3_errmsg(connection)))")
  }
}
