import ORM

private func equalityWithValueFirst1() {
  // error: value of type 'Track.Columns' has no member 'nam'
  _ = Track.where { "x" == $0.nam && $0.seconds == 3 }
}

private func equalityWithValueFirst2() {
  // error: operator function '==' requires the types 'String' and 'Int?' be equivalent
  _ = Track.where { 600 == $0.name }
}

private func equalityWithValueFirst3() {
  // error: value of type 'Track.Columns' has no member 'nam'
  _ = Track.where { track in ["a", "b"].any { $0 == track.nam } }
}
