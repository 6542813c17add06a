/// A problem in a package's declarations, with its place: something is wrong or can't be known.
public struct ReadingProblem: Sendable, Hashable, Codable {
  /// The kind of a problem.
  public enum Kind: Sendable, Hashable, Codable {
    /// An error that a macro of this package would report for the declaration.
    case mistake(String)
    /// The file, or this part of it, is not complete Swift.
    case syntax(String)
    /// A fact that can't be known from the sources, such as the type of a property that another
    /// module declares.
    case unknown(String)
    /// A view, a trigger or a virtual table whose SQL the program computes. No table depends on it,
    /// so a comparison accepts the object in the database unchecked.
    case open(String)
    /// The declaration differs between builds; the payload is the `#if` conditions that it depends
    /// on.
    case conditional([String])
    /// Several declarations have this name in the database; the payload is the places of the other
    /// ones.
    case declaredTwice([DeclarationPlace])
    /// The file could not be read, so nothing in it is known.
    case unreadableFile(String)
  }

  /// The kind of the problem.
  public var kind: Kind
  /// The declaration concerned, such as `Album.title`; nil for a file.
  public var subject: String?
  /// The place in the sources.
  public var place: DeclarationPlace

  /// Creates a problem at a place.
  public init(_ kind: Kind, subject: String? = nil, at place: DeclarationPlace) {
    self.kind = kind
    self.subject = subject
    self.place = place
  }

  /// The first places, and the number of further ones.
  private static func list(_ places: [DeclarationPlace]) -> String {
    let some = places.prefix(3).map(\.description).joined(separator: ", ")
    return places.count > 3 ? "\(some) and \(places.count - 3) more" : some
  }

  /// The message, without the place.
  public var message: String {
    let words =
      switch kind {
      case .mistake(let text), .syntax(let text), .unknown(let text), .unreadableFile(let text):
        text
      case .open(let text): "\(text); its definition in the database is not checked"
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
  /// The place and the message: `Sources/App/Album.swift:12:7: Album.title: …`.
  public var description: String { "\(place): \(message)" }
}
