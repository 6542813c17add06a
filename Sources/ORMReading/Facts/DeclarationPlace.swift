/// A place in a source file.
public struct DeclarationPlace: Sendable, Hashable, Codable {
  /// The file's path, as the package's path and the folders below it spell it.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The column in bytes, from 1, as the compiler counts.
  public var column: Int

  /// A place in a file.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

extension DeclarationPlace: CustomStringConvertible {
  /// `Sources/App/Album.swift:12:7`, as compilers write it.
  public var description: String { "\(file):\(line):\(column)" }
}

/// A place in a file that is known from elsewhere.
struct Spot: Sendable, Hashable, Codable {
  var line: Int
  var column: Int

  func place(in file: String) -> DeclarationPlace {
    DeclarationPlace(file: file, line: line, column: column)
  }
}
