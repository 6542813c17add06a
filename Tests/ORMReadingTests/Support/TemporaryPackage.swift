import Foundation
import ORMReading

/// A package in its own folder, which is deleted when the test ends.
final class TemporaryPackage {
  let path: String

  /// - Parameter files: The texts of files by their paths; a manifest with the target `App` is added
  ///   if there is none.
  init(_ files: [String: String]) throws {
    path = FileManager.default.temporaryDirectory.path + "/orm-reading-\(UUID().uuidString)"
    var files = files
    if files["Package.swift"] == nil {
      files["Package.swift"] = """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(name: "App", targets: [.target(name: "App")])
        """
    }
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

  func write(_ data: Data, to name: String) throws {
    let url = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }

  func link(_ name: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/\(name)", withDestinationPath: destination)
  }

  func read(
    _ target: String = "App", options: ReadingOptions = ReadingOptions()
  ) throws -> ReadSchema {
    try SourcePackage(at: path).schema(of: target, options: options)
  }

  /// Reads a file as the only one of a package.
  static func read(
    _ source: String, options: ReadingOptions = ReadingOptions()
  ) throws -> ReadSchema {
    try TemporaryPackage(["Sources/App/App.swift": source]).read(options: options)
  }
}

extension ReadSchema {
  /// The statements of the tables that were read completely.
  var sql: [String] { schema.tables.map(\.sql) }

  /// The problems without the folder of the package.
  var words: [String] {
    problems.map { problem in
      let file = problem.place.file.split(separator: "/").last ?? ""
      return "\(file):\(problem.place.line):\(problem.place.column): \(problem.message)"
    }
  }
}
