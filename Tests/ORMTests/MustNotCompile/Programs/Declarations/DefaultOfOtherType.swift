import ORM

@Table private struct Counted {
  let id: Int
  // error: cannot convert value of type 'String' to specified type 'Int'
  var plays: Int = "x"
  // error: type 'Counted' has no member 'none'
  var stars: Int = Counted.none
}
