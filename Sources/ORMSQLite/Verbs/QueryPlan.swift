import ORMCore

/// How SQLite would run a statement: which indexes it would use, which tables it would read from
/// end to end, what it would sort.
///
/// ```swift
/// let plan = try await db.explain(Album.where { $0.artistID == 1 }.order { $0.title })
/// print(plan)
/// // |--SEARCH album USING INDEX album_artistID (artistID=?)
/// // `--USE TEMP B-TREE FOR ORDER BY
/// #expect(plan.uses(index: "album_artistID") && plan.scans.isEmpty)
/// ```
///
/// Of a query that selects lists (``Many``), the plan has those of the ``lists``, and what it says
/// of indexes and scans is said of all statements.
///
/// The words are those of `EXPLAIN QUERY PLAN`, which may change from one version of SQLite to the
/// next; see <https://www.sqlite.org/eqp.html>.
public struct QueryPlan: Sendable, Hashable {
  /// A step of the plan, with those that it consists of.
  public struct Step: Sendable, Hashable {  // Characters: SQLite's words for a reader
    /// What SQLite says of the step: `SCAN album`.
    public let detail: String
    /// The steps that this one consists of.
    public internal(set) var steps: [Step] = []
  }

  /// The plan of the statement that fetches the rows of a list.
  public struct List: Sendable, Hashable {
    /// The table whose rows they are.
    public let table: String
    /// The plan of the statement, with those of lists of the rows' own.
    public let plan: QueryPlan

    public static func == (left: List, right: List) -> Bool {
      left.table.hasSameBytes(as: right.table) && left.plan == right.plan
    }

    public func hash(into hasher: inout Hasher) {
      table.hashBytes(into: &hasher)
      hasher.combine(plan)
    }
  }

  /// The outermost steps, in order.
  public let steps: [Step]
  /// The lists that the query selects, in their order, each for several rows that it belongs to.
  public internal(set) var lists: [List] = []

  /// The words of all steps, each before those that it consists of, and then those of the lists.
  public var details: [String] {
    steps.flatMap(\.details) + lists.flatMap(\.plan.details)
  }

  /// Whether a step uses the index.
  public func uses(index: String) -> Bool {
    let name = " index \(index) ".loweredInASCII
    return details.contains { "\($0) ".loweredInASCII.contains(bytes: name) }
  }

  /// The tables that are read from end to end, by their names or those that the statement gives
  /// them; a table that is read through an index from end to end is one of them. A virtual table is
  /// none: its module has a plan of its own, of which SQLite tells no more than its number.
  public var scans: [String] {
    details.compactMap { detail in
      guard detail.starts(withBytes: "SCAN "), !detail.contains(bytes: " CONSTANT ROW"),
        !detail.contains(bytes: " VIRTUAL TABLE INDEX ")
      else { return nil }
      let name = detail.utf8.dropFirst("SCAN ".utf8.count)
      let end = name.firstRange(of: " USING ".utf8)?.lowerBound ?? name.endIndex
      return String(Substring(name[..<end]))
    }
  }

  /// Whether rows are sorted, or made distinct, apart from any index.
  public var usesTemporaryTree: Bool { details.contains { $0.contains(bytes: "TEMP B-TREE") } }
}

extension QueryPlan.Step {
  fileprivate var details: [String] { [detail] + steps.flatMap(\.details) }

  /// The steps whose parent has this number, of rows of number, parent and words.
  fileprivate static func steps(of parent: Int, in rows: [Row]) throws -> [QueryPlan.Step] {
    try rows.filter { try $0["parent", as: Int.self] == parent }.map { row in
      QueryPlan.Step(
        detail: try row["detail", as: String.self],
        steps: try steps(of: try row["id", as: Int.self], in: rows))
    }
  }
}

extension QueryPlan {
  /// - Parameter rows: The result of `EXPLAIN QUERY PLAN`.
  init(_ rows: [Row]) throws { steps = try Step.steps(of: 0, in: rows) }
}

@_documentation(visibility: internal)
extension QueryPlan: CustomStringConvertible {
  /// The steps as a tree, as SQLite's own shell prints them, and the lists among them.
  public var description: String {
    Self.lines(of: stepsAndLists, behind: "").joined(separator: "\n")
  }

  private var stepsAndLists: [Step] {
    steps + lists.map { Step(detail: "LIST OF \($0.table)", steps: $0.plan.stepsAndLists) }
  }

  private static func lines(of steps: [Step], behind margin: String) -> [String] {
    steps.enumerated().flatMap { index, step in
      let isLast = index == steps.count - 1
      return ["\(margin)\(isLast ? "`" : "|")--\(step.detail)"]
        + lines(of: step.steps, behind: margin + (isLast ? "   " : "|  "))
    }
  }
}
