import ORMToolKit
import Testing

@Suite("Progress lines")
struct ProgressTests {
  private func line(
    _ done: Int, of total: Int?, _ unit: ProgressLine.Unit = .bytes, after elapsed: Double = 10,
    width: Int = 60
  ) -> String {
    ProgressLine("importing", unit, done: done, of: total, after: elapsed).text(width: width)
  }

  @Test("A progress line has a bar, a percentage, the rate and the remaining time")
  func whole() {
    #expect(
      line(25 << 20, of: 100 << 20, width: 70)
        == "importing  ███████░░░░░░░░░░░░░░░░░░░░░░░  25 %  2.5 MiB/s  0:30 left")
    #expect(line(12_345, of: nil, .rows) == "importing  1,234 rows/s  0:10")
    #expect(line(0, of: nil, .steps, after: 4000) == "importing  1:06:40")
    #expect(line(0, of: 100, .pages) == "importing  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  0 %  0:10")
    // An estimate may be too small.
    #expect(line(200, of: 100, .pages).hasSuffix("100 %  20 pages/s  0:00 left"))
  }

  @Test(
    "A progress line is never wider than the terminal", arguments: [0, 1, 50, 100, 1000])
  func widths(_ done: Int) {
    for width in 0...80 {
      for total in [nil, 0, 100] {
        for elapsed in [0, 0.5, 3, 1e9, .infinity] {
          let text = line(done, of: total, .rows, after: elapsed, width: width)
          #expect(text.unicodeScalars.count <= width, "\(text)")
        }
      }
    }
  }

  @Test("A progress line escapes control characters")
  func safe() {
    let line = ProgressLine("a\u{1b}[2J\n", .steps, done: 0, of: nil, after: 1)
    #expect(line.text(width: 60) == #"a\u{1b}[2J\n  0:01"#)
  }
}
