import ORMCore
import ORMSchema

extension PermittedLoss {
  /// The argument of `--allow`: `drop-column:album:notes`.
  package var argument: String {
    switch kind {
    case .table: "drop-table:\(object)"
    case .column: "drop-column:\(object):\(member)"
    case .index: "drop-index:\(object)"
    case .view: "drop-view:\(object)"
    case .trigger: "drop-trigger:\(object)"
    case .constraint: "drop-constraint:\(object):\(member)"
    case .values: "change-values:\(object):\(member)"
    case .rows: "remove-rows:\(object)"
    case .references: "break-references:\(object)"
    case .extras: "drop-extras"
    case .newerSchema: "newer-schema"
    case .reusedTable: "reuse-table:\(object)"
    case .reusedColumn: "reuse-column:\(object):\(member)"
    }
  }

  /// Parses an argument of `--allow`. The part after the second colon may contain colons.
  ///
  /// - Throws: ``ToolError`` if it is not a loss.
  package init(argument: String) throws {
    let parts = argument.utf8.split(
      separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false
    ).map { String(Substring($0)) }
    func rest(_ count: Int) throws -> String {
      guard parts.count > count else {
        throw ToolError.use("--allow \(argument) does not name an object: see orm migrate --help")
      }
      return count == 1 ? parts.dropFirst().joined(separator: ":") : parts[count]
    }
    switch parts[0] {
    case "drop-table": self = .droppingTable(try rest(1))
    case "drop-column": self = .droppingColumn(parts[safe: 1], try rest(2))
    case "drop-index": self = .droppingIndex(try rest(1))
    case "drop-view": self = .droppingView(try rest(1))
    case "drop-trigger": self = .droppingTrigger(try rest(1))
    case "drop-constraint": self = .droppingConstraint(parts[safe: 1], try rest(2))
    case "change-values": self = .changingValues(parts[safe: 1], try rest(2))
    case "remove-rows": self = .removingRows(try rest(1))
    case "break-references": self = .breakingReferences(to: try rest(1))
    case "drop-extras": self = .droppingExtras
    case "newer-schema": self = .returningFromNewerSchema
    case "reuse-table": self = .reusingTable(try rest(1))
    case "reuse-column": self = .reusingColumn(parts[safe: 1], try rest(2))
    default: throw ToolError.use("--allow \(argument) is not a loss: see orm migrate --help")
    }
  }
}

extension [String] {
  fileprivate subscript(safe place: Int) -> String { place < count ? self[place] : "" }
}
