import ORM
import Testing

/// A guide, and the code that it shows: a file that compiles, with a function that runs it.
struct Guide: Sendable, CustomTestStringConvertible {
  let name: String
  let source: String
  let database: @Sendable () throws -> Database
  let run: @Sendable (Database) async throws -> Void

  init(
    _ name: String, _ run: @escaping @Sendable (Database) async throws -> Void,
    in source: String? = nil,
    on database: @escaping @Sendable () throws -> Database = { try Database.inMemory() }
  ) {
    self.name = name
    self.source = Self.samples(source ?? name)
    self.database = database
    self.run = run
  }

  static let all: [Guide] = [
    Guide("GettingStarted", GettingStartedSamples.run),
    Guide("TablesAndColumns", TablesAndColumnsSamples.run),
    Guide("Values", ValuesSamples.run),
    Guide("ReadingAndWriting", ReadingAndWritingSamples.run),
    Guide("Queries", QueriesSamples.run),
    Guide("Relations", RelationsSamples.run),
    Guide("Writing", WritingSamples.run),
    Guide("Functions", FunctionsSamples.run),
    Guide("Views", ViewsSamples.run),
    Guide("DeclaringTriggers", TriggersSamples.run, in: "Triggers"),
    Guide("QueryingJSON", JSONSamples.run, in: "JSON"),
    Guide("FullText", FullTextSamples.run, on: FullTextSamples.database),
    Guide("RTrees", RTreesSamples.run),
    Guide("RawSQL", RawSQLSamples.run),
    Guide("Observing", ObservingSamples.run),
    Guide("Schemas", SchemasSamples.run),
    Guide("Migrating", MigratingSamples.run),
    Guide("XMLSchemas", XMLSchemasSamples.run),
    Guide("Maintenance", MaintenanceSamples.run),
    Guide("Transactions", TransactionsSamples.run),
    Guide("ComingFromGRDB", ComingFromGRDBSamples.run),
    Guide("ComingFromSwiftData", ComingFromSwiftDataSamples.run),
    Guide("ComingFromFluent", ComingFromFluentSamples.run),
    Guide("ComingFromOlderMappers", ComingFromOlderMappersSamples.run),
  ]

  var page: String { Self.page(name) }
  var testDescription: String { name }

  static let folder = "Sources/ORM/ORM.docc"
  static let samplesFolder = "Tests/ORMTests/Documents/Samples"

  /// The page of the guide with this name.
  static func page(_ name: String) -> String { "\(folder)/\(name).md" }

  /// The file of Swift that a page shows.
  static func samples(_ name: String) -> String {
    "\(samplesFolder)/\(name)Samples.swift"
  }
}
