import ORMCore
import ORMSchema

/// The two schemas of a command line, between which a step leads.
package struct StepEnds: Sendable {
  private let from: String?
  private let to: String?
  private let versions: VersionFolder?
  private let target: String?

  /// - Parameters:
  ///   - from: A database, a package, a schema, or the name of a version.
  ///   - to: The same.
  ///   - versions: The recorded versions; nil if no folder was given.
  ///   - target: The target of a package.
  package init(from: String?, to: String?, versions: VersionFolder?, target: String? = nil) {
    self.from = from
    self.to = to
    self.versions = versions
    self.target = target
  }

  /// Reads the schemas; returns nil if nothing is given.
  ///
  /// - Throws: ``ToolError`` if one is missing, or not all of it is known; ``DatabaseError``;
  ///   ``HistoryError``.
  package func schemas() async throws -> (first: Schema, second: Schema)? {
    if let versions, versions.versions.isEmpty {
      throw ToolError.use("\(versions.path) has no versions: orm record writes the first one")
    }
    let recorded = versions?.versions ?? []
    switch (from, to) {
    case (nil, nil):
      guard let newest = recorded.last else { return nil }
      // The first version comes from an empty database.
      return (try recorded.dropLast().last?.schema() ?? Schema(), try newest.schema())
    case (let from?, let to?): return (try await schema(from), try await schema(to))
    case (nil, let to?):
      guard let newest = recorded.last else { throw Self.goTogether }
      return (try newest.schema(), try await schema(to))
    case (let from?, nil):
      guard let newest = recorded.last else { throw Self.goTogether }
      return (try await schema(from), try newest.schema())
    }
  }

  private static let goTogether = ToolError.use("--from and --to go together")

  private func schema(_ path: String) async throws -> Schema {
    if let version = versions?.versions.first(where: { $0.name.hasSameBytes(as: path) }) {
      return try version.schema()
    }
    return try await SchemaFile.read(path, target: target).complete()
  }
}
