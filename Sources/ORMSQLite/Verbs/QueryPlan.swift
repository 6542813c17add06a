import ORMCore

/// SQLite's plan for a statement: the indexes that it uses, the tables that it reads from end to
/// end, and what it sorts.
///
/// ```swift
/// let plan = try await db.explain(Album.where { $0.artistID == 1 }.order { $0.title })
/// print(plan)
/// // |--SEARCH album USING INDEX album_artistID (artistID=?)
/// // `--USE TEMP B-TREE FOR ORDER BY
/// #expect(plan.uses(index: "album_artistID") && plan.scans.isEmpty)
/// ```
///
/// For a query that selects lists (``ToMany``), the plan contains the plans of the ``lists``, and
/// its properties about indexes and scans cover all statements.
///
/// The texts come from `EXPLAIN QUERY PLAN`, which may change between versions of SQLite; see
/// <https://www.sqlite.org/eqp.html>.
public struct QueryPlan: Sendable, Hashable {
  /// A step of the plan, with its substeps.
  public struct Step: Sendable, Hashable {  // Characters: SQLite's words for a reader
    /// SQLite's text for the step: `SCAN album`.
    public let detail: String
    /// The substeps.
    public internal(set) var steps: [Step] = []
  }

  /// The plan of the statement that fetches the rows of a list.
  public struct List: Sendable, Hashable {
    /// The table of the list's rows.
    public let table: String
    /// The plan of the statement, with the plans of nested lists.
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
  /// The lists that the query selects, in their order, each fetched for several rows at once.
  public internal(set) var lists: [List] = []

  /// The texts of all steps, each before its substeps, followed by those of the lists.
  public var details: [String] {
    steps.flatMap(\.details) + lists.flatMap(\.plan.details)
  }

  /// Whether a step uses the index.
  public func uses(index: String) -> Bool {
    let name = " index \(index) ".loweredInASCII
    return details.contains { "\($0) ".loweredInASCII.contains(bytes: name) }
  }

  /// The tables that are read from end to end, directly or through an index. They are named as in
  /// the statement, by name or alias. Virtual tables are not included: SQLite shows only a number
  /// for the plan of their module.
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

  /// Whether rows are sorted, or made distinct, without an index.
  public var usesTemporaryTree: Bool { details.contains { $0.contains(bytes: "TEMP B-TREE") } }
}

extension QueryPlan.Step {
  fileprivate var details: [String] { [detail] + steps.flatMap(\.details) }

  /// The steps whose parent has this number, from rows with a number, a parent and a text.
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
  /// The steps as a tree, as SQLite's own shell prints them, with the lists.
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
