import Foundation
import Workloads

/// The medians of the ratios to C, tuned, as bars (to C, where nothing of it is to be tuned or all is), on a scale on which each doubling is as wide as any other.
struct Chart {
  private static let colors: [Contestant.Name: String] = [
    .c: "#444444", .swift: "#8fa3ad",
    .orm: "#e4572e", .ormAwaiting: "#f0a08a", .ormPrepared: "#b8431f",
    .ormTuned: "#7a9e3f", .ormAwaitingTuned: "#b9cf93", .ormPreparedTuned: "#5c7a2e",
    .grdb: "#4f7cac", .grdbCodable: "#a3bcd6", .grdbStatement: "#76a0c4",
  ]
  private static let bar = 9.0
  private static let left = 330.0
  private static let width = 380.0

  private let results: [Report.Result]

  init(_ report: Report) {
    results = report.results.filter { $0.seconds[.c] != nil && !$0.id.hasPrefix("W8 ") }
  }

  var svg: String {
    var y = 83.0
    var body = ""
    for result in results {
      body += text(Self.left - 8, y + 8, "\(result.id) \(result.place.title)", "end", bold: true)
      body += text(Self.left - 8, y + 20, shortened(result.title), "end")
      for name in Contestant.Name.allCases {
        guard name != result.base, let color = Self.colors[name],
          let ratio = result.ratio(name, to: result.base)
        else { continue }
        let (from, to) = (min(x(1), x(ratio)), max(x(1), x(ratio)))
        body += """
          <rect x="\(number(from))" y="\(number(y))" width="\(number(max(1, to - from)))" \
          height="\(number(Self.bar - 1))" fill="\(color)"/>

          """
        body += text(to + 4, y + 7.5, String(format: "%.2f", ratio), "start")
        y += Self.bar
      }
      y = max(y, y + 14)
    }
    return header(height: y + 10) + grid(height: y) + legend + body + "</svg>\n"
  }

  // MARK: - Parts

  private func header(height: Double) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 780 \(number(height))" \
    font-family="Helvetica, Arial, sans-serif" font-size="9">
    <rect width="100%" height="100%" fill="white"/>
    <text x="12" y="18" font-size="13" font-weight="bold">Time as a multiple of C's, as an expert tunes it (C, tuned = 1)</text>

    """
  }

  private func grid(height: Double) -> String {
    [0.5, 1, 2, 4, 8, 16, 32].map { ratio in
      let color = ratio == 1 ? "#333" : "#ddd"
      return """
        <line x1="\(number(x(ratio)))" y1="69" x2="\(number(x(ratio)))" y2="\(number(height))" \
        stroke="\(color)" stroke-width="0.7"/>

        """ + text(x(ratio), 65, ratio < 1 ? "½" : "\(Int(ratio))", "middle")
    }.joined()
  }

  private var legend: String {
    var (x, y) = (12.0, 28.0)
    return Contestant.Name.allCases.compactMap { name in
      guard let color = Self.colors[name] else { return nil }
      let title = name.title.replacing("`", with: "")
      let width = 24 + Double(title.count) * 5
      if x + width > 768 { (x, y) = (12, y + 13) }
      defer { x += width }
      return """
        <rect x="\(number(x))" y="\(number(y))" width="9" height="9" fill="\(color)"/>

        """ + text(x + 13, y + 8, title, "start")
    }.joined()
  }

  /// Where a ratio is: from a half of C's time to 64 times of it.
  private func x(_ ratio: Double) -> Double {
    Self.left + (log2(min(max(ratio, 0.5), 64)) + 1) / 7 * Self.width
  }

  private func text(
    _ x: Double, _ y: Double, _ words: String, _ anchor: String, bold: Bool = false
  ) -> String {
    let weight = bold ? " font-weight=\"bold\"" : ""
    return """
      <text x="\(number(x))" y="\(number(y))" text-anchor="\(anchor)"\(weight)>\(words)</text>

      """
  }

  private func shortened(_ title: String) -> String {
    title.count <= 64 ? title : title.prefix(63) + "…"
  }

  private func number(_ value: Double) -> String { String(format: "%.1f", value) }
}
