extension [TableModel.Member] {
  /// A line of source for each member, which the compiler takes to stand where the property does.
  ///
  /// That the type of a property can't be stored is the one mistake which the macro can't see. The
  /// compiler meets it first in the type of the generated column, and with this it says so on the
  /// user's own line:
  ///
  /// ```swift
  /// #sourceLocation(file: "Album.swift", line: 5)
  /// var id: ORM.Column<Album, Int?> { ORM.Column("id", in: source) }
  /// var title: ORM.Column<Album, String> { ORM.Column("title", in: source) }
  /// #sourceLocation()
  /// ```
  func onTheirLines(_ print: (Element) -> String) -> [String] {
    var lines: [String] = []
    var nextLine: Int?
    for member in self {
      if let place = member.place {
        if let next = nextLine, (next...next + 3).contains(place.line) {
          lines += Array<String>(repeating: "", count: place.line - next)
        } else {
          lines.append(
            "#sourceLocation(file: \(place.file.swiftLiteral), line: \(place.line))")
        }
        nextLine = place.line + 1
      }
      lines.append(print(member))
    }
    return nextLine == nil ? lines : lines + ["#sourceLocation()"]
  }
}
