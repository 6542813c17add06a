import ORMDeclarations

extension [TableModel.Member] {
  /// Returns a line of source for each member, located at the property's line.
  func onTheirLines(_ print: (Element) -> String) -> [String] {
    map { (source: print($0), place: $0.place) }.onTheirLines
  }
}

extension [String] {
  /// Locates source that is invalid if one of these properties' types is: on the line of the first
  /// property whose type only the compiler knows.
  func onLine(of members: [TableModel.Member]) -> [String] {
    onLine(members.first { !$0.type.isKnown }?.place)
  }

  /// Locates source at a line of the user's file.
  func onLine(_ place: SourcePlace?) -> [String] {
    enumerated().map { (source: $1, place: $0 == 0 ? place : nil) }.onTheirLines
  }
}

extension [(source: String, place: SourcePlace?)] {
  /// The lines with line directives, so that the compiler reports errors in them at the user's
  /// lines:
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
