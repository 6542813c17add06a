import ORMCore

/// A statement that was known by its shape has another text than what was to run: its shape leaves
/// out a field of a node. See ``Shapeable``.
package struct WrongStatementError: Error, CustomStringConvertible {
  /// The text of the statement that was known.
  package let known: String
  /// The text of what was to run.
  package let written: String

  package var description: String {
    "a shape leaves out a field: it knows `\(known)` for `\(written)`"
  }
}

extension PreparedStatement {
  /// The statement, if it is the one of what is to run; it was known by its shape.
  ///
  /// It is looked at in debug builds of this package alone, in which all tests run: to write the
  /// text takes several times as long as to know the shape.
  ///
  /// - Parameter write: Renders what is to run.
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
