import ORM

private func words1() {
  // error: value of type 'Track.Columns' has no member 'nam'
  _ = Track.where { $0.nam.contains("x") }
}

private func words2() {
  // error: cannot convert value of type 'Int' to expected argument type 'String'
  _ = Track.where { $0.name.contains(3) }
}

private func words3() {
  // error: referencing instance method 'hasPrefix(_:ignoringCase:)' on 'SQLExpressible' requires
  _ = Track.where { $0.seconds.hasPrefix("3") }
}

private func words4() {
  // error: value of type 'Column<Track, String>' has no member 'hasSufix'
  _ = Track.where { $0.name.hasSufix("3") }
}

private func words5() {
  // error: instance method 'contains' requires the types 'String' and 'Int' be equivalent
  _ = Track.where { $0.name.contains($0.seconds) }
}

private func words6() {
  // error: 'in' is unavailable: the bounds of the range must have the column's type
  _ = Track.where { $0.seconds.in("a"..."b") }
}

private func words7() {
  // error: value of type 'Track.Columns' has no member 'secnds'
  _ = Track.where { $0.secnds.in(1...) }
}

private func words8() {
  // error: cannot convert value of type 'String' to expected argument type 'Double'
  _ = Track.where { $0.price.in(1..."b") }
}

private func words9() {
  // error: 'contains' is unavailable: call 'in' on the column: '$0.id.in([1, 2])'
  _ = Track.where { [1, 2].contains($0.id) }
}

private func words10(ids: Set<Int>) {
  // error: 'contains' is unavailable: call 'in' on the column: '$0.id.in([1, 2])'
  _ = Track.where { ids.contains($0.id) && $0.seconds > 3 }
}

private func words11() {
  // error: 'contains' is unavailable: call 'in' on the column: '$0.year.in(1990...1999)', not
  _ = Track.where { (1990...1999).contains($0.seconds) }
}

private func words12() {
  // error: value of type 'Track.Columns' has no member 'nam'
  _ = Track.where { ["a", "b"].contains($0.nam) }
}

private func words13() {
  // error: value of type 'Track.Columns' has no member 'nam'
  _ = Track.order(\.nam)
}

private func words14() {
  // error: value of type 'Track.Columns' has no member 'secnds'
  _ = Track.order(\.name, \.secnds)
}

private func words15() {
  // error: value of type 'Track.Columns' has no member 'secnds'
  _ = Track.where { $0.seconds > 3 }.order(\.name, \.secnds).limit(3)
}

private func words16() {
  // error: value of type 'Track.Columns' has no member 'secnds'
  _ = Track.order { ($0.name, $0.secnds.desc()) }
}

private func words17() {
  // error: cannot convert value of type '(Column<Track, String>, String)' to expected argument type
  _ = Track.order { ($0.name, "seconds") }
}

private func words18() {
  // error: operator function '&&' requires that 'String' conform to 'ConditionRepresentation'
  _ = Track.where { $0.seconds > 3 && $0.name }
}

private func words19() {
  // error: value of type 'Track.Columns' has no member 'nam'
  _ = Track.select { ($0.nam, 0) }
}

private func words20() {
  // error: static method 'select(artistID:albums:)' requires the types 'String.Representation'
  _ = Track.select { ArtistCount.select(artistID: $0.albumID, albums: "3") }
}

private func words21() {
  // error: value of type 'Track.Columns' has no member 'album'
  _ = Track.select { ArtistCount.select(artistID: $0.album, albums: 3) }
}

private func words22() {
  // error: 'buildExpression' is unavailable: select columns, expressions, tables or values
  _ = Track.select { ($0.name, NotATable()) }
}

private func words23() {
  // error: expects 2 arguments, but 1 was used in closure body
  _ = Track.join(Album.self) { $0.albumID == $1.id }.where { $0.id == 1 }
}

private func words24() {
  // error: expects 2 arguments, but 1 was used in closure body
  _ = Track.join(Album.self) { $0.albumID == $1.id }.select { $0.name }
}

private func words25() {
  // error: expects 2 arguments, but 1 was used in closure body
  _ = Track.join(Album.self) { $0.albumID == $1.id }.order { $0.name }
}

private func words26() {
  // error: expects 2 arguments, but 1 was used in closure body
  _ = Track.join(Album.self) { $0.albumID == $1.id }.group { $0.name }.select { $1.plays }
}

private func words27(_ db: Database) async throws {
  // error: and 'String?' be equivalent
  let _: String? = try await db.first(Track.select { $0.seconds.max() })
}

private func words28(_ db: Database) async throws {
  // error: generic parameter 'Value' could not be inferred
  // error: value of type 'Track.Columns' has no member 'secnds'
  _ = try await db.first(Track.select { $0.secnds.max() })
}

private func words29() {
  // error: 'in' is unavailable: the bounds of the range must have the column's type
  _ = Track.where { $0.styleID.in("a"...) && $0.name == "x" }
}

private func words30() {
  // error: 'in' is unavailable: the bounds of the range must have the column's type
  _ = Track.where { $0.name == "x" && $0.seconds.in(1.5...3) && $0.price > 1 && $0.albumID == 3 }
}

private func words31(_ db: Database) async throws {
  // error: value of type 'Track.Columns' has no member 'secnds'
  _ = try await db.explain(Track.where { $0.secnds == 1 })
}

private func words32(_ db: Database) async throws {
  // error: value of type 'Track.Columns' has no member 'secnds'
  try await db.read { try $0.forEach(Track.select { $0.secnds }) { print($0) } }
}

private func words33(_ db: Database) async throws {
  // error: value of type 'Track.Columns' has no member 'secnds'
  _ = try await db.first(Track.where { $0.secnds == 1 })
}
