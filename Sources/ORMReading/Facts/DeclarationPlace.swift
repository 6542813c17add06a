/// A place in a source file.
public struct DeclarationPlace: Sendable, Hashable, Codable {
  /// The file's path, which starts with the path that the package was opened with.
  public var file: String
  /// The line, counted from 1.
  public var line: Int
  /// The column in bytes, counted from 1, as the compiler counts.
  public var column: Int

  /// Creates a place.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

extension DeclarationPlace: CustomStringConvertible {
  /// The place as compilers print it: `Sources/App/Album.swift:12:7`.
  public var description: String { "\(file):\(line):\(column)" }
}

/// A line and column in a file that the context determines.
struct Spot: Sendable, Hashable, Codable {
  var line: Int
  var column: Int

  func place(in file: String) -> DeclarationPlace {
    DeclarationPlace(file: file, line: line, column: column)
  }
}
