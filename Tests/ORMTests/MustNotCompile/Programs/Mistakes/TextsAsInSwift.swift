import ORM

private func textsAsInSwift1() {
  // error: 'uppercased()' has been renamed to 'upper()'
  _ = Track.where { $0.name.uppercased() == "X" }
}

private func textsAsInSwift2() {
  // error: 'lowercased()' has been renamed to 'lower()'
  _ = Track.where { $0.name.lowercased() == "x" && $0.seconds > 3 }
}

private func textsAsInSwift3() {
  // error: 'count' has been renamed to 'length()'
  _ = Track.where { $0.name.count > 3 }
}

private func textsAsInSwift4() {
  // error: 'count' has been renamed to 'length()'
  _ = Track.select { ($0.id, $0.name.count) }
}

private func textsAsInSwift5() {
  // error: 'isEmpty' is unavailable: compare with an empty text: '$0.title == ""'
  _ = Track.where { $0.name.isEmpty }
}

private func textsAsInSwift6() {
  // error: 'isEmpty' is unavailable: compare with an empty text: '$0.title == ""'
  _ = Track.where { !$0.name.isEmpty && $0.seconds > 3 }
}

private func textsAsInSwift7() {
  // error: value of type 'Track.Columns' has no member 'nam'
  _ = Track.where { $0.nam.uppercased() == "X" && $0.seconds > 3 }
}

private func textsAsInSwift8() {
  // error: value of type 'Track.Columns' has no member 'nam'
  _ = Track.where { $0.nam.count > 3 }
}

private func textsAsInSwift9() {
  // error: referencing instance method 'uppercased()' on 'SQLExpressible' requires that 'Int' conform to 'TextRepresentation'
  // error: cannot convert value of type 'String' to expected argument type 'Int'
  _ = Track.where { $0.seconds.uppercased() == "X" }
}

private func textsAsInSwift10() {
  // error: value of type 'Column<Track, String>' has no member 'uppercase'
  _ = Track.where { $0.name.uppercase() == "X" }
}

private func textsAsInSwift11() {
  // error: value of type 'Track.Columns' has no member 'nam'
  _ = Track.select { $0.nam + "!" }
}

private func textsAsInSwift12() {
  // error: a column is an expression here, so it has no value to read
  _ = Account.where { $0.id == 1 }.update { $0.tags.append("x") }
}
