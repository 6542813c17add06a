/// The progress of work, in one line.
package struct ProgressLine: Sendable {
  package enum Unit: Sendable { case bytes, rows, pages, steps }

  package var what: String
  package var unit: Unit
  package var done: Int
  /// Nil if the total is not known.
  package var total: Int?
  /// In seconds.
  package var elapsed: Double

  package init(_ what: String, _ unit: Unit, done: Int, of total: Int?, after elapsed: Double) {
    self.what = what
    self.unit = unit
    self.done = done
    self.total = total
    self.elapsed = elapsed
  }

  /// The part that is done, from 0 to 1.
  private var part: Double? {
    guard let total, total > 0 else { return nil }
    return min(1, max(0, Double(done) / Double(total)))
  }

  /// The line in at most this number of cells. Parts that don't fit are left out, the bar first.
  package func text(width: Int, _ style: Style = .plain) -> String {
    guard width > 0 else { return "" }
    let room = width
    var parts = [SafeText.line(what)]
    if let part { parts.append("\(Int(part * 100)) %") }
    if let rate { parts.append(rate) }
    parts.append(time)
    while parts.count > 1, parts.joined(separator: "  ").unicodeScalars.count > room {
      parts.remove(at: parts.count > 2 ? parts.count - 2 : 1)
    }
    let words = parts.joined(separator: "  ")
    let rest = room - SafeText.width(words) - 2
    guard let part, rest >= 10, parts.count > 1 else { return SafeText.cut(words, to: room) }
    let cells = min(30, rest)
    let full = Int(part * Double(cells))
    let bar =
      style.green(String(repeating: "█", count: full))
      + style.dim(String(repeating: "░", count: cells - full))
    parts.insert(bar, at: 1)
    return parts.joined(separator: "  ")
  }

  private var rate: String? {
    guard done > 0, elapsed > 0, unit != .steps else { return nil }
    let perSecond = Int(Double(done) / elapsed)
    return switch unit {
    case .bytes: "\(perSecond.byteSize)/s"
    case .rows: "\(perSecond.grouped) rows/s"
    case .pages: "\(perSecond.grouped) pages/s"
    case .steps: nil
    }
  }

  /// The remaining time, or the elapsed time if the total is not known.
  private var time: String {
    guard let part, part > 0 else { return Self.time(elapsed) }
    return Self.time(elapsed / part - elapsed) + " left"
  }

  /// `0:07`, `12:34`, `1:02:03`.
  static func time(_ seconds: Double) -> String {
    let all = Int(min(max(0, seconds), 359_999).rounded())
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (all / 3600, all / 60 % 60)
    return hours > 0
      ? "\(hours):\(two(minutes)):\(two(all % 60))" : "\(minutes):\(two(all % 60))"
  }
}
