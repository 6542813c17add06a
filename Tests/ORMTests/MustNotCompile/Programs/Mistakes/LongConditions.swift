import ORM

private func longConditions1() {
  _ = Track.where {
    // error: cannot convert value of type 'Int' to expected argument type 'String'
    $0.name == 3 && $0.price > 1 && $0.seconds > 2 && $0.albumID == 4 && $0.styleID == 3
  }
}

private func longConditions2() {
  _ = Track.where {
    // error: cannot convert value of type 'String' to expected argument type 'Int'
    $0.name == "x" && $0.price > 1 && $0.seconds > "2" && $0.albumID == 4 && $0.styleID == 3
  }
}

private func longConditions3() {
  _ = Track.where {
    // error: cannot convert value of type 'String' to expected argument type 'Int'
    $0.name == "x" && $0.price > 1 && $0.seconds > 2 && $0.albumID == 4 && $0.styleID == "jazz"
  }
}

private func longConditions4() {
  _ = Track.join(Album.self) { $0.albumID == $1.id }.where { a, b in
    // error: cannot convert value of type 'Int' to expected argument type 'String'
    a.name == 3 && b.title == "x" && b.plays == 1 && a.seconds > 3 && b.released == nil
  }
}

private func longConditions5() {
  _ = Track.join(Album.self) { $0.albumID == $1.id }.where { a, b in
    // error: cannot convert value of type 'String' to expected argument type 'Int'
    a.name == "x" || b.title == "x" && b.plays == "1" || a.seconds > 3 && b.released == nil
  }
}

private func longConditions6() {
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(Track.self) { $0.id == $2.albumID }
    .where { a, b, t in
      // error: cannot convert value of type 'Int' to expected argument type 'String'
      a.title == "x" && b.name == "y" && t.seconds > 3 && t.name == 4 && a.plays == 3
    }
}

private func longConditions7() {
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.leftJoin(Track.self) { $0.id == $2.albumID }
    .where { a, b, t in
      // error: cannot convert value of type 'Int' to expected argument type 'String'
      a.title == 3 && b.name == "y" && t.seconds > 3 && t.name == "x" && a.plays == 3
    }
}

private func longConditions8() {
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(Track.self) { $0.id == $2.albumID }
    .where { a, b, t in
      // error: value of type 'Artist.Columns' has no member 'nam'
      a.title == "x" && b.nam == "y" && t.seconds > 3 && t.name == "z" && a.plays == 3
    }
}

private func longConditions9() {
  _ = Track.where {
    // error: cannot convert value of type 'Double' to expected argument type 'Int'
    ($0.name == "x" || $0.price > 1) && ($0.seconds > 2 || $0.albumID == 4) && !($0.styleID == 3.5)
  }
}

private func longConditions10() {
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(Track.self) { $0.id == $2.albumID }
    .where { a, b, t in
      // error: 'nil' is not compatible with expected argument type 'Double'
      a.title == "x" && b.name == "y" && t.seconds > 3 && t.price == nil && a.plays == 3
    }
}

private func longConditions11() {
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(Track.self) { $0.id == $2.albumID }
    .where { a, b, t in
      // error: binary operator '==' cannot be applied to operands of type 'Column<Artist, Int>' and
      a.title == "x" && b.id == t.name && t.seconds > 3 && t.price == 1 && a.plays == 3
    }
}

private func longConditions12() {
  // error: binary operator '==' cannot be applied to operands of type 'Column<Album, Int>' and
  _ = Album.join(Artist.self) { $0.artistID == $1.name && $0.title == "x" && $0.plays == 3 }
}
