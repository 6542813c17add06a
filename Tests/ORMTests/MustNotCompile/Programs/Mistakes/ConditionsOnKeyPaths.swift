import ORM

private func conditionsOnKeyPaths1() {
  // error: '==' is unavailable: a condition is a closure: write '{ $0.title == "x" }'
  _ = Track.where(\.name == "x")
}

private func conditionsOnKeyPaths2() {
  // error: '>' is unavailable: a condition is a closure: write '{ $0.plays > 10 }'
  _ = Track.where(\.seconds > 3)
}

private func conditionsOnKeyPaths3() {
  // error: '!=' is unavailable: a condition is a closure
  _ = Track.order(\.name).where(\.styleID != 3)
}

private func conditionsOnKeyPaths4() {
  // error: '<=' is unavailable: a condition is a closure
  _ = Track.all.where(\.price <= 3.5)
}
