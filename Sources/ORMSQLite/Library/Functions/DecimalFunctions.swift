import CSQLite
import ORMCore

/// The functions and the collation with which SQL calculates with numbers that are stored as text.
///
/// `decimal_add`, `decimal_sub`, `decimal_mul`, `decimal_sum` and the collation `decimal` are the
/// same as in SQLite's own extension, which its shell contains, so a view that uses them can be
/// read there. See <https://www.sqlite.org/floatingpoint.html#the_decimal_c_extension>. The
/// extension calculates with any number of digits; these functions throw if there are too many.
enum DecimalFunctions {
  /// Registers them on a connection.
  static func register(on connection: OpaquePointer, failure: SwiftFunctionError) throws {
    for definition in definitions { try definition.register(on: connection, failure: failure) }
    let code = sqlite3_create_collation_v2(
      connection, Collation.decimal.rawValue, SQLITE_UTF8, nil, compare, nil)
    guard code == SQLITE_OK else { throw DatabaseError(code, on: connection) }
  }

  private static let options: FunctionOptions = [.deterministic, .innocuous]

  private static let definitions: [FunctionDefinition] = [
    calculating(DecimalName.add) { try $0.adding($1) },
    calculating(DecimalName.subtract) { try $0.adding(-$1) },
    calculating(DecimalName.multiply) { try $0.multiplied(by: $1) },
    calculating(DecimalName.divide) { try $0.divided(by: $1) },
    DatabaseFunction(DecimalName.magnitude, options) { (number: ExactDecimal?) in number?.magnitude
    }
    .definition,
    aggregating(DecimalName.sum) { $0.count == 0 ? nil : $0.sum },
    aggregating(DecimalName.average) { try $0.sum.divided(by: ExactDecimal(Int64($0.count))) },
  ]

  private static func calculating(
    _ name: String,
    _ body: @escaping @Sendable (ExactDecimal, ExactDecimal) throws -> ExactDecimal?
  ) -> FunctionDefinition {
    DatabaseFunction(name, options) { (left: ExactDecimal?, right: ExactDecimal?) in
      // As everywhere in SQL, a calculation with NULL returns NULL.
      guard let left, let right else { return ExactDecimal?.none }
      return try body(left, right)
    }.definition
  }

  private struct Total: Sendable {
    var sum = ExactDecimal.zero
    var count = 0
  }

  private static func aggregating(
    _ name: String, _ result: @escaping @Sendable (Total) throws -> ExactDecimal?
  ) -> FunctionDefinition {
    DatabaseAggregate(
      name, options, initial: Total(),
      step: { (total: inout Total, number: ExactDecimal?) in
        guard let number else { return }
        total.sum = try total.sum.adding(number)
        total.count += 1
      },
      inverse: { (total: inout Total, number: ExactDecimal?) in
        guard let number else { return }
        total.sum = try total.sum.adding(-number)
        total.count -= 1
      }, result: result
    ).definition
  }

  /// Compares two texts as numbers. Texts that are not numbers come after all numbers, ordered by
  /// bytes.
  private static let compare:
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?
    ) -> Int32 = { _, leftCount, left, rightCount, right in
      let left = UnsafeRawBufferPointer(start: left, count: Int(leftCount))
      let right = UnsafeRawBufferPointer(start: right, count: Int(rightCount))
      switch (ExactDecimal(left), ExactDecimal(right)) {
      case (let left?, let right?): return left < right ? -1 : left == right ? 0 : 1
      case (_?, nil): return -1
      case (nil, _?): return 1
      case (nil, nil):
        if left.lexicographicallyPrecedes(right) { return -1 }
        return left.elementsEqual(right) ? 0 : 1
      }
    }
}
