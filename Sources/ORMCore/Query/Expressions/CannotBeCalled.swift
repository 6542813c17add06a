/// The body of an unavailable declaration that must return a value: a getter that Swift requires
/// for a setter, or an overload that exists only for its diagnostic.
func cannotBeCalled<Value>() -> Value {
  // Never reached, whatever the data: only `@available(*, unavailable)` declarations call this, and
  // code that calls one of those does not compile. Swift has no other body that returns any value.
  fatalError("an unavailable declaration was called")
}
