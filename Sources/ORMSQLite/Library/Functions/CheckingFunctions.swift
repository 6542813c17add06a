import CSQLite
import ORMCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The functions with which a statement checks the values that it computes before they are stored.
///
/// Each returns its first argument, or throws ``ValueEncodingError`` with the table and the column.
enum CheckingFunctions {
  /// Registers the functions on a connection.
  static func register(on connection: OpaquePointer, failure: SwiftFunctionError) throws {
    for function in CheckingFunction.allCases {
      try definition(of: function).register(on: connection, failure: failure)
    }
  }

  /// Whether a statement could not be prepared because it needs these functions. Few programs use
  /// them, so they are registered only when a statement needs them.
  static func are(missingOn connection: OpaquePointer, after error: DatabaseError) -> Bool {
    let message = error.message.utf8
    if message.starts(with: "no such function: orm_".utf8) { return true }
    // If a function is missing around a subquery of an `UPDATE` with a `WITH`, SQLite reports a
    // table of the `WITH` as missing instead. Characters: ASCII letters
    return message.starts(with: "no such table: ".utf8) && error.sql?.contains("orm_") == true
      && !areRegistered(on: connection)
  }

  private static func areRegistered(on connection: OpaquePointer) -> Bool {
    var probe: OpaquePointer?
    defer { sqlite3_finalize(probe) }
    let sql = "SELECT \(CheckingFunction.float.rawValue)(NULL, '', '')"
    return sqlite3_prepare_v2(connection, sql, -1, &probe, nil) == SQLITE_OK
  }

  private static func definition(of function: CheckingFunction) -> FunctionDefinition {
    let (count, check): (Int32, FunctionDefinition.Body) =
      switch function {
      case .integer: (5, integer)
      case .exactInteger: (5, exactInteger)
      case .float: (3, float)
      case .decimal: (3, decimal)
      case .value: (-1, value)
      case .readable: (4, readable)
      }
    return FunctionDefinition(
      name: function.rawValue, argumentCount: count, options: [.deterministic, .innocuous],
      kind: .scalar(check))
  }

  private static let integer: FunctionDefinition.Body = { arguments, result in
    let value = arguments.values[0]
    switch sqlite3_value_numeric_type(value) {
    case SQLITE_NULL: return sqlite3_result_null(result.context)
    case SQLITE_INTEGER:
      let number = sqlite3_value_int64(value)
      if number >= sqlite3_value_int64(arguments.values[1]),
        number <= sqlite3_value_int64(arguments.values[2])
      {
        return sqlite3_result_int64(result.context, number)
      }
    case SQLITE_FLOAT:
      // A whole number, which an INTEGER column stores as an INTEGER. If it has more than 53 bits,
      // it may be rounded, as after an overflow of 64 bits.
      if let number = Int64(exactly: sqlite3_value_double(value)), number.magnitude <= 1 << 53,
        number >= sqlite3_value_int64(arguments.values[1]),
        number <= sqlite3_value_int64(arguments.values[2])
      {
        return sqlite3_result_int64(result.context, number)
      }
    default: break
    }
    let (least, greatest) = (try arguments.integer(at: 1), try arguments.integer(at: 2))
    throw try arguments.refusal(
      "number", "the computed value is not an integer from \(least) to \(greatest)", names: 3)
  }

  private static let exactInteger: FunctionDefinition.Body = { arguments, result in
    guard sqlite3_value_numeric_type(arguments.values[0]) == SQLITE_FLOAT else {
      return try integer(arguments, &result)
    }
    throw try arguments.refusal(
      "number", "an intermediate result is not a 64-bit integer", names: 3)
  }

  private static let float: FunctionDefinition.Body = { arguments, result in
    let value = arguments.values[0]
    let number = sqlite3_value_double(value)
    guard Float(number).isFinite || !number.isFinite else {
      throw try arguments.refusal(
        "Float", "the computed value is too large", names: 1)
    }
    sqlite3_result_value(result.context, value)
  }

  private static let decimal: FunctionDefinition.Body = { arguments, result in
    if !arguments.isNull(at: 0) {
      do {
        _ = try Decimal.read(from: arguments, at: 0)
      } catch {
        throw try arguments.refusal(
          "Decimal", "the computed value is not a number that a Decimal can hold", names: 1)
      }
    }
    sqlite3_result_value(result.context, arguments.values[0])
  }

  private static let value: FunctionDefinition.Body = { arguments, result in
    let value = try arguments.sqlValue(at: 0)
    let isListed = try (3..<max(3, arguments.values.count)).contains {
      try arguments.sqlValue(at: $0) == value
    }
    guard value == .null || isListed else {
      throw try arguments.refusal(
        "value", "the computed value is not one of the type's values", names: 1)
    }
    sqlite3_result_value(result.context, arguments.values[0])
  }

  private static let readable: FunctionDefinition.Body = { arguments, result in
    if !arguments.isNull(at: 0) {
      let name = try arguments.text(at: 3)
      if let reason = arguments.reasonAgainst(reading: CheckedTypes.type(named: name)) {
        throw try arguments.refusal(
          name, "no fetch could read the computed value: \(reason)", names: 1)
      }
    }
    sqlite3_result_value(result.context, arguments.values[0])
  }
}

extension FunctionArguments {
  /// Returns the error for a computed value.
  ///
  /// - Parameter position: The position of the table's name, from 0. The column's name comes after
  ///   it.
  fileprivate func refusal(
    _ type: String, _ reason: String, names position: Int
  ) throws -> ValueEncodingError {
    let (table, column) = (try text(at: position), try text(at: position + 1))
    return ValueEncodingError(
      table: table.isEmpty ? nil : table, column: column.isEmpty ? nil : column, type: type,
      reason: .invalid(description: reason))
  }

  /// Returns the reason why the first argument can't be read; nil if it can be.
  fileprivate func reasonAgainst(reading type: (any ColumnRepresentation.Type)?) -> String? {
    func read<Representation: ColumnRepresentation>(_ type: Representation.Type) throws {
      _ = try type.read(from: self, at: 0)
    }
    guard let type else { return "this program does not have the type" }
    do {
      try read(type)
      return nil
    } catch let error as RowDecodingError {
      return error.reason.words
    } catch {
      return "\(error)"
    }
  }
}
