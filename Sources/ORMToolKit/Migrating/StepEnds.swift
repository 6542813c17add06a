import ORMCore
import ORMSchema

/// The schemas that a step migrates from and to, as arguments of a command.
package struct StepEnds: Sendable {
  private let from: String?
  private let to: String?
  private let versions: VersionFolder?
  private let part: SourcePart

  /// - Parameters:
  ///   - from: A database, a package, a schema, or the name of a version.
  ///   - to: The same.
  ///   - versions: The recorded versions; nil if no folder was given.
  ///   - part: The part of a package to read.
  package init(
    from: String?, to: String?, versions: VersionFolder?, part: SourcePart = SourcePart()
  ) {
    self.from = from
    self.to = to
    self.versions = versions
    self.part = part
  }

  /// Reads the schemas; returns nil if nothing is given.
  ///
  /// - Throws: ``ToolError`` if one is missing, or can't be read completely; ``DatabaseError``;
  ///   ``HistoryError``.
  package func schemas() async throws -> (first: Schema, second: Schema)? {
    if let versions, versions.versions.isEmpty {
      throw ToolError.use("\(versions.path) has no versions: orm record writes the first one")
    }
    let recorded = versions?.versions ?? []
    switch (from, to) {
    case (nil, nil):
      guard let newest = recorded.last else { return nil }
      // The first version starts from an empty database.
      return (try recorded.dropLast().last?.schema() ?? Schema(), try newest.schema())
    case (let from?, let to?): return completed(try await schema(from), try await schema(to))
    case (nil, let to?):
      guard let newest = recorded.last else { throw Self.goTogether }
      return completed(SchemaFile(schema: try newest.schema()), try await schema(to))
    case (let from?, nil):
      guard let newest = recorded.last else { throw Self.goTogether }
      return completed(try await schema(from), SchemaFile(schema: try newest.schema()))
    }
  }

  private static let goTogether = ToolError.use(
    "without recorded versions, --from and --to need each other")

  /// Completes each schema from the other, so that objects that can't be read do not differ.
  private func completed(_ first: SchemaFile, _ second: SchemaFile) -> (Schema, Schema) {
    (first.completed(by: second.schema), second.completed(by: first.schema))
  }

  private func schema(_ path: String) async throws -> SchemaFile {
    if let version = versions?.versions.first(where: { $0.name.hasSameBytes(as: path) }) {
      return SchemaFile(schema: try version.schema())
    }
    let file = try await SchemaFile.read(path, part)
    try file.checkTables()
    return file
  }
}
