import ORM

private func valuesFirst1() {
  // error: value of type 'Track.Columns' has no member 'secnds'
  _ = Track.where { 600 < $0.secnds }
}

private func valuesFirst2() {
  // error: value of type 'Track.Columns' has no member 'secnds'
  _ = Track.where { 2 * $0.secnds > 600 }
}

private func valuesFirst3() {
  // error: cannot convert value of type 'Int' to expected argument type 'String'
  _ = Track.where { 600 < $0.name }
}

private func valuesFirst4() {
  // error: cannot convert value of type 'String' to expected argument type 'Int'
  _ = Track.where { "600" < $0.seconds && $0.name == "x" }
}

private func valuesFirst5() {
  // error: value of type 'Track.Columns' has no member 'secnds'
  _ = Track.where { 600 == $0.secnds }
}

private func valuesFirst6() {
  // error: has no dynamic member 'prise'
  _ = Track.where { $0.id == 1 }.update { $0.price = 1 - $0.prise }
}

private func valuesFirst7() {
  // error: '*' is unavailable: the right side is text: convert it, as in '$0.title.cast(as: Int.self)'
  _ = Track.where { $0.id == 1 }.update { $0.seconds = 2 * $0.name }
}

private func valuesFirst8() {
  // error: '*' is unavailable: the right side is an integer: convert it, as in '$0.plays.cast(as: Double.self)'
  _ = Track.where { $0.id == 1 }.update { $0.price = 1.5 * $0.seconds }
}

private func valuesFirst9() {
  // error: has no dynamic member 'secnds'
  _ = Track.where { $0.id == 1 }.update { $0.price = 1.5 * $0.secnds }
}
