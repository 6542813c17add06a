import ORM

private func sql(_ value: NotATable) -> SQL {
  // error: no exact matches in call to instance method 'appendInterpolation'
  "SELECT \(value)"
}
