import ORM

private func firstNumber() -> Int { 1 }

@Table private struct Song {
  var id: Int
  // error: @Table: the type of 'number' can't be seen by the macro; write it out
  var number = firstNumber()
}
