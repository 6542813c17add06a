/// The body of what is marked unavailable and has to return something: a getter that Swift wants
/// beside a setter, an overload that is there for the words in which the compiler refuses it.
func cannotBeCalled<Value>() -> Value {
  // Not reached, whatever the data: code that calls what is unavailable does not compile.
  fatalError("what is unavailable was called")
}
