/// A statement can't join the table that a relation of one of its expressions leads to.
public struct RelationError: Error, Sendable, Hashable {  // Characters: an error's words
  /// Why a statement can't.
  public enum Reason: Sendable, Hashable {
    /// The table that the relation begins at is in none of the queries around the expression, as
    /// the one that a list belongs to is in another statement than the list's rows; or the
    /// expression is in `RETURNING`, in what an update sets, in a trigger's
    /// condition.
    case tableNotInQuery
    /// The expression is in the condition by which the table is joined that the relation begins at,
    /// or one before it. In a `where`, it may be.
    case usedInOwnJoin
    /// The rows of a to-many relation are asked for the rows of that same value of it. A closure
    /// that asks for the relation once more has others.
    case selfReference
    /// A list is selected where a statement has no lists: in one side of a compound, beside groups
    /// or distinct rows, in a view, a trigger, SQL of your own, a cursor. `fetch`, `first`, `load`,
    /// `stream`, `forEach` and `observe` have them. Most of it does not compile.
    case listNotSupportedHere
    /// The inverse of a to-many relation leads along no to-one relation.
    case noReference
    /// The column that refers, and the key that it refers to, have the same values in different
    /// representations, so that no row would be found: a UUID as TEXT and one as BLOB.
    case otherRepresentation
    /// More columns than 16 refer to a row, which lists are not found by.
    case tooManyKeyColumns
    /// A write has the rows, and more than that they refer to the row decides which they are:
    /// a condition, an order, a limit, or a table on the way.
    case notWritable
    /// Rows are linked, and the relation does not lead through one table, by a to-one relation of
    /// its own, to all that it refers to.
    case notLinked
  }

  /// The table that the relation leads to; empty if it is not known.
  public var table: String
  /// Why the statement can't have the relation there.
  public var reason: Reason
  /// Where in the program it was made, if that is known; see ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// The error of a relation that leads to this table.
  public init(table: String, reason: Reason) {
    self.table = table
    self.reason = reason
  }
}

@_documentation(visibility: internal)
extension RelationError: CustomStringConvertible {
  /// What is wrong, in a sentence that names the table.
  public var description: String {
    let problem =
      switch reason {
      case .tableNotInQuery: "begins at a table that the statement can't join it to here"
      case .usedInOwnJoin: "is in the condition of a join that comes before it; a where may have it"
      case .selfReference: "is asked for its rows inside of itself; ask for the relation once more"
      case .listNotSupportedHere:
        "is selected as a list: fetch, first, load, stream, forEach and observe have those, and no"
          + " compound, group, distinct row, subquery, view, trigger or cursor"
      case .noReference: "is the inverse of no to-one relation"
      case .otherRepresentation: "has a column of another representation than the key it refers to"
      case .tooManyKeyColumns: "has a key of more than 16 columns, by which lists are not found"
      case .notWritable: "can't be written: its rows are not just those that refer to the row"
      case .notLinked: "can't be linked: it does not lead through one table, to all it refers to"
      }
    let relation = table.isEmpty ? "a relation" : "the relation to \"\(table)\""
    return "\(relation) \(problem)" + site.suffix
  }
}
