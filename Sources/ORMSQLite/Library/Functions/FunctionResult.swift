import CSQLite
import ORMCore

/// The result of a call, written like a parameter.
struct FunctionResult: ParameterWriter, ~Copyable {
  let context: OpaquePointer?

  mutating func bindNull(at position: Int) { sqlite3_result_null(context) }
  mutating func bind(_ value: Int64, at position: Int) { sqlite3_result_int64(context, value) }
  mutating func bind(_ value: Double, at position: Int) { sqlite3_result_double(context, value) }

  mutating func bind(_ value: String, at position: Int) {
    var value = value
    value.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { characters in
        orm_sqlite3_result_text(context, characters.baseAddress, UInt64(characters.count))
      }
    }
  }

  mutating func bind(bytes: UnsafeRawBufferPointer, at position: Int) {
    orm_sqlite3_result_blob(context, bytes.baseAddress, UInt64(bytes.count))
  }
}
