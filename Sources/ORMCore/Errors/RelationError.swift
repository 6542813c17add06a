/// A relation is used in a place, or for a write, that does not support it.
public struct RelationError: Error, Sendable, Hashable {  // Characters: an error's words
  /// The reason why the relation can't be used.
  public enum Reason: Sendable, Hashable {
    /// The table at which the relation starts is not in the query, or the relation is used in a
    /// place where SQL can't join a table: `RETURNING`, an assignment of an update, a trigger's
    /// condition. The rows of a list are read by a separate statement, so the table that the list
    /// belongs to is not in that statement.
    case tableNotInQuery
    /// The relation is used in the `ON` condition that joins the table at which it starts, or in
    /// the `ON` condition of an earlier table. Use it in a `where` instead.
    case usedInOwnJoin
    /// A to-many relation is used inside its own rows. Read the property again in the inner
    /// closure: each use of it is a separate subquery.
    case selfReference
    /// A list is selected where lists are not supported: in a part of a compound, in a query with
    /// `group` or `distinct`, in a view, a trigger, raw SQL or a cursor. `fetch`, `first`, `load`,
    /// `stream`, `forEach` and `observe` support lists. Most other uses do not compile.
    case listNotSupportedHere
    /// A to-many relation is declared as the inverse of an expression that is not a to-one
    /// relation.
    case noReference
    /// The foreign key and the key that it refers to store the same values in different
    /// representations, such as a UUID as TEXT and as BLOB, so no row would be found.
    case otherRepresentation
    /// `to` continues a relation that has a limit, or leads to one. Limit the relation that `to`
    /// returns, or write the limited relation inside of the outer one.
    case limited
    /// The selection of a list contains an aggregate. One statement reads the rows of all lists, so
    /// the aggregate would combine the rows of different lists.
    case aggregateInList
    /// The foreign key of a list has more than 16 columns.
    case tooManyKeyColumns
    /// The relation can't be written, because it has a condition, an order, a limit or a join. A
    /// relation can be written only if its references alone define its rows.
    case notWritable
    /// The relation can't link rows. It must lead through exactly one join table, continue with a
    /// to-one relation of that table, and have no condition, order or limit.
    case notLinked
  }

  /// The table that the relation leads to; empty if it is not known.
  public var table: String
  /// Why the relation can't be used.
  public var reason: Reason
  /// The place in the program that caused the error, if it is known; see
  /// ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// Creates the error for a relation that leads to this table.
  public init(table: String, reason: Reason) {
    self.table = table
    self.reason = reason
  }
}

@_documentation(visibility: internal)
extension RelationError: CustomStringConvertible {
  /// A sentence that names the table and the problem.
  public var description: String {
    let problem =
      switch reason {
      case .tableNotInQuery:
        "can't be joined here: the table at which it starts is not in the query"
      case .usedInOwnJoin:
        "is used in the condition of its own join, or of an earlier join; use it in a where"
      case .selfReference:
        "is used inside its own rows; read the property again in the inner closure"
      case .listNotSupportedHere:
        "can't be selected as a list here: use fetch, first, load, stream, forEach or observe,"
          + " without a compound, group, distinct, subquery, view, trigger or cursor"
      case .noReference: "is not the inverse of a to-one relation; pass a to-one relation to toMany"
      case .otherRepresentation:
        "has a foreign key and a key with different representations; make them the same"
      case .limited:
        "can't be joined by to { }: a relation on the path has a limit; limit the relation that"
          + " to { } returns, or select the limited relation inside of the outer one"
      case .aggregateInList:
        "can't select an aggregate in its list, which would combine the rows of all lists; write"
          + " $0.albums.sum { … } in place of $0.albums.select { $0.sum() }, or use .over()"
      case .tooManyKeyColumns:
        "has a key of more than 16 columns, which is too many for a list"
      case .notWritable: "can't be written: it has a condition, an order, a limit or a join"
      case .notLinked:
        "can't link rows: it must lead through one join table, with no condition, order or limit"
      }
    let relation = table.isEmpty ? "a relation" : "the relation to \"\(table)\""
    return "\(relation) \(problem)" + site.suffix
  }
}
