/// The body of what is marked unavailable and has to return something: a getter that Swift wants
/// beside a setter, an overload that is there for the words in which the compiler refuses it.
func cannotBeCalled<Value>() -> Value {
  // Reached by no data: only declarations that are `@available(*, unavailable)` call this, and code
  // that calls one of those does not compile. Swift has no other body for what returns any value.
  fatalError("what is unavailable was called")
}
