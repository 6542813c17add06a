import ORM
import ORMXML
import Testing

@Suite("Broken XML files")
struct BrokenFileTests {
  @Test("Each mistake throws an error with its line")
  func lines() throws {
    #expect(BrokenFile.all.count >= 200)
    #expect(try Schema(xml: BrokenFile.intact).tables.count == 10)
    for file in BrokenFile.all {
      let error = try failure(file.text)
      #expect(error.reason == file.reason, "\(file.name): \(error)")
      #expect(error.line == file.line, "\(file.name): \(error)")
      #expect(error.column > 0)
      #expect(!error.message.isEmpty)
    }
  }

  @Test(
    "the XSD refuses each broken file, unless only its SQL is broken",
    .enabled(if: XMLLint.isInstalled, XMLLint.skipped))
  func xsd() throws {
    let files = BrokenFile.all
    let accepted = try XMLLint.validates(files.map(\.text) + [BrokenFile.intact])
    #expect(accepted.last == true)
    for (file, isAccepted) in zip(files, accepted) {
      #expect(isAccepted != file.isKnownToXSD, "\(file.name)")
    }
  }
}
