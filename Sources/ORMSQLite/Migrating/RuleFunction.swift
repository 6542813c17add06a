import ORMCore
import ORMSchema
import Synchronization

/// A closure for a column's value, as functions that SQL calls with the row's columns.
struct RuleFunction {
  private let rule: ColumnRule
  private let names: [SQLName: Int]
  private let keys: [String]

  /// - Parameters:
  ///   - found: The database's schema.
  ///   - renames: The renames of tables and columns.
  init(_ rule: ColumnRule, _ found: Schema, _ renames: RenamePlan) {
    self.rule = rule
    let name =
      renames.tables.first { $0.wanted.isSameName(as: rule.table) }?.found ?? rule.table
    let table = found.table(name)
    names = Dictionary(
      (table?.columns ?? []).enumerated().map { (SQLName($1.name), $0) },
      uniquingKeysWith: { first, _ in first })
    keys = table?.primaryKey?.columns.compactMap(\.column) ?? []
  }

  /// Returns the function that calls the closure, and a function that collects arguments that
  /// exceed the limit of one call; `MigrationRules` generates the calls.
  func definitions(named name: String) -> [FunctionDefinition] {
    let collected = Collected()
    let collector = FunctionDefinition(
      name: MigrationRules.collector(of: name), argumentCount: -1, options: [],
      kind: .scalar { arguments, result in
        let values = try arguments.all
        collected.add(values.dropFirst(), isFirst: values.first == .null)
        result.bind(Int64(1), at: 1)
      })
    let function = FunctionDefinition(
      name: name, argumentCount: -1, options: [],
      kind: .scalar { arguments, result in
        let values = try arguments.all
        let before = values.first == .null ? [] : collected.take()
        try result.bind(value(of: before + values.dropFirst()))
      })
    return [function, collector]
  }

  private func value(of values: [SQLValue]) throws -> SQLValue {
    guard case .closure(let body) = rule.source else { return .null }
    let row = MigrationRow(names: names, values: values)
    do {
      return try body(row)
    } catch {
      let key = keys.compactMap { row[$0]?.literal }.joined(separator: ", ")
      throw RuleFailure(error: error, key: key.isEmpty ? nil : key)
    }
  }

  /// The collected columns of one row.
  private final class Collected: Sendable {
    private let values = Mutex<[SQLValue]>([])

    func add(_ more: ArraySlice<SQLValue>, isFirst: Bool) {
      values.withLock { $0 = (isFirst ? [] : $0) + more }
    }

    func take() -> [SQLValue] {
      values.withLock { values in
        defer { values = [] }
        return values
      }
    }
  }
}

extension FunctionResult {
  fileprivate mutating func bind(_ value: SQLValue) {
    switch value {
    case .null: bindNull(at: 1)
    case .integer(let integer): bind(integer, at: 1)
    case .real(let real): bind(real, at: 1)
    case .text(let text): bind(text, at: 1)
    case .blob(let bytes): bytes.withUnsafeBytes { bind(bytes: $0, at: 1) }
    }
  }
}
