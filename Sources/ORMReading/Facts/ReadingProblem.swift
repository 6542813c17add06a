/// Why something of a package's declarations is not known, or wrong, and where.
public struct ReadingProblem: Sendable, Hashable, Codable {
  /// What kind of problem it is.
  public enum Kind: Sendable, Hashable, Codable {
    /// What a macro of this package would say of the declaration while it is compiled.
    case mistake(String)
    /// The file, or this part of it, is no whole Swift.
    case syntax(String)
    /// What the program does can't be known from its sources, such as the type of a property that
    /// another module declares.
    case unknown(String)
    /// A view, a trigger or a virtual table is made by the program, and can't be known from its
    /// sources. No table depends on it: whoever compares a database takes it as it is there.
    case open(String)
    /// The declaration is another one in other builds: the conditions of `#if` that decide it.
    case conditional([String])
    /// More than one declaration has this name in the database; the other ones.
    case declaredTwice([DeclarationPlace])
    /// The file could not be read, and nothing of it is known.
    case unreadableFile(String)
  }

  /// What kind of problem it is.
  public var kind: Kind
  /// What it concerns, such as `Album.title`; nil of a file.
  public var subject: String?
  /// The place in the sources.
  public var place: DeclarationPlace

  /// A problem at a place.
  public init(_ kind: Kind, subject: String? = nil, at place: DeclarationPlace) {
    self.kind = kind
    self.subject = subject
    self.place = place
  }

  /// Some of the places, and how many more there are.
  private static func list(_ places: [DeclarationPlace]) -> String {
    let some = places.prefix(3).map(\.description).joined(separator: ", ")
    return places.count > 3 ? "\(some) and \(places.count - 3) more" : some
  }

  /// What is wrong, in words, without the place.
  public var message: String {
    let words =
      switch kind {
      case .mistake(let text), .syntax(let text), .unknown(let text), .unreadableFile(let text):
        text
      case .open(let text): "\(text); the one in the database is accepted unchecked"
      case .conditional(let flags):
        "its declaration depends on \(flags.joined(separator: ", ")), which is not known"
      case .declaredTwice(let others):
        "the same name is also declared at \(Self.list(others)); list the right struct in the"
          + " program's Schema(of: …), or pass --schema with its enclosing type or a constant list"
      }
    return subject.map { "\($0): \(words)" } ?? words
  }
}

extension ReadingProblem: CustomStringConvertible {
  /// `Sources/App/Album.swift:12:7: Album.title: …`
  public var description: String { "\(place): \(message)" }
}
