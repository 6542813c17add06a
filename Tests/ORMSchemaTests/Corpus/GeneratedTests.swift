import ORMSchema
import Testing

@Suite("Thousands of generated tables with unusual SQL")
struct GeneratedTests {
  @Test(
    "A table is read correctly, and its printed SQL means the same to SQLite", arguments: 1...8)
  func roundTrip(part: Int) throws {
    var refusals: [String: Int] = [:]
    var count = 0
    var seed = UInt64(part) * 1_000_000
    while count < 380 {
      seed += 1
      var generator = CreateGenerator(seed: seed)
      let (table, sql) = generator.table()
      let engine = try Engine()
      do {
        try engine.execute(sql)
      } catch let error as EngineError {
        // Two conflicts of one key, a reserved name, and the like.
        refusals[error.message.split(separator: ":").first.map(String.init) ?? "", default: 0] += 1
        continue
      }
      count += 1
      let schema = try engine.schema
      let isRead = schema == Schema(tables: [table])
      #expect(isRead, "seed \(seed): \(sql)\nread as \(schema)\nwas \(table.sql)")
      let copy = try Engine()
      do {
        try copy.execute(schema.description)
      } catch {
        Issue.record("seed \(seed): \(sql)\nprinted as \(schema): \(error)")
        continue
      }
      let pragmas = try Pragmas(engine)
      let printed = try Pragmas(copy)
      let isSame = printed == pragmas
      #expect(isSame, "seed \(seed): \(sql)\n\(schema)\n\(printed.difference(from: pragmas))")
      let again = try copy.schema
      let isSameAsJSON = try count % 8 > 0 || Schema(json: schema.json()) == schema
      let isSameAgain = again == schema && isSameAsJSON
      #expect(isSameAgain, "seed \(seed): \(sql)\n\(schema)\n\(again)")
      if !(isRead && isSame && isSameAgain) { break }
    }
    #expect(refusals.values.reduce(0, +) < count, "\(refusals)")
  }
}
