import ORMCore

/// A statement that was found by its shape has a different text than the query to run: the shape
/// omits a field of a node. See ``Shapeable``.
package struct WrongStatementError: Error, CustomStringConvertible {
  /// The text of the cached statement.
  package let known: String
  /// The text of the query to run.
  package let written: String

  package var description: String {
    "a shape leaves out a field: it knows `\(known)` for `\(written)`"
  }
}

extension PreparedStatement {
  /// Checks that a statement that was found by its shape is the one to run, and returns it.
  ///
  /// Only debug builds of this package, in which all tests run, make the check: rendering the text
  /// takes several times as long as finding the shape.
  ///
  /// - Parameter write: Renders the query to run.
  @inline(__always)
  func checked(_ write: () throws -> Statement?) throws -> PreparedStatement {
    #if CHECKS_SHAPES
      do {
        let written = try write()?.sql ?? ""
        guard written.hasSameBytes(as: sql) else {
          throw WrongStatementError(known: sql, written: written)
        }
      } catch {
        reset()
        throw error
      }
    #endif
    return self
  }
}
