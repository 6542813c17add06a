import ORM

private func arithmetic1() {
  // error: value of type 'Track.Columns' has no member 'idd'
  _ = Track.where { $0.seconds * 2 + 1 > $0.idd * 3 - 4 }
}

private func arithmetic2() {
  // error: value of type 'Track.Columns' has no member 'secnds'
  _ = Track.where { $0.secnds * 2 + 1 > $0.id }
}

private func arithmetic3() {
  // error: has no dynamic member 'secnds'
  _ = Track.where { $0.id == 1 }.update { $0.seconds = $0.secnds * 2 + 1 }
}

private func arithmetic4() {
  _ = Track.select {
    $0.seconds / 60
    // error: value of type 'Track.Columns' has no member 'secnds'
    $0.secnds * 2 + 1
    $0.id * 2 + $0.seconds - 4
  }
}

private func arithmetic5() {
  // error: cannot convert value of type 'Double' to expected argument type 'Int'
  _ = Track.where { $0.seconds * 2 > $0.id * 3.5 }
}

private func arithmetic6() {
  // error: operator function '*' requires the types 'Int' and 'Double' be equivalent
  _ = Track.where { $0.seconds * $0.price > 4 }
}
