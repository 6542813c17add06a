/// What a program throws where the library did not keep its word.
struct BrokenPromise: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Throws ``BrokenPromise`` with `what` where `holds` is false.
func promise(_ holds: Bool, _ what: @autoclosure () -> String) throws {
  guard holds else { throw BrokenPromise(what()) }
}
