import ORMDeclarations

extension [TableModel.Member] {
  /// A line of source for each member, which the compiler takes to stand where the property does.
  func onTheirLines(_ print: (Element) -> String) -> [String] {
    map { (source: print($0), place: $0.place) }.onTheirLines
  }
}

extension [String] {
  /// Source that is wrong where the type of one of these properties is: on the line of the first
  /// whose type only the compiler knows.
  func onLine(of members: [TableModel.Member]) -> [String] {
    onLine(members.first { !$0.type.isKnown }?.place)
  }

  /// Source that the compiler takes to begin on a line of the user's.
  func onLine(_ place: SourcePlace?) -> [String] {
    enumerated().map { (source: $1, place: $0 == 0 ? place : nil) }.onTheirLines
  }
}

extension [(source: String, place: SourcePlace?)] {
  /// Lines of source, which the compiler takes to stand where others do, and so tells what is wrong
  /// with them there:
  ///
  /// ```swift
  /// #sourceLocation(file: "Album.swift", line: 5)
  /// typealias genre = ORM.StoredValue<Genre>
  /// typealias flags = ORM.StoredValue<Flags>
  /// #sourceLocation()
  /// ```
  var onTheirLines: [String] {
    var lines: [String] = []
    var nextLine: Int?
    for (source, place) in self {
      if let place {
        if let next = nextLine, (next...next + 3).contains(place.line) {
          lines += [String](repeating: "", count: place.line - next)
        } else {
          lines.append(
            "#sourceLocation(file: \(place.file.swiftLiteral), line: \(place.line))")
        }
        nextLine = place.line + 1
      }
      lines.append(source)
    }
    return nextLine == nil ? lines : lines + ["#sourceLocation()"]
  }
}
