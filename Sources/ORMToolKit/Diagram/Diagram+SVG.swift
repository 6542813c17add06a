extension Diagram {
  /// The picture as SVG, for light and dark pages.
  package var svg: String {
    let (width, height) = (Int(layout.width.rounded(.up)), Int(layout.height.rounded(.up)))
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img">
      <title>\(model.tables.count) tables, \(model.references.count) references</title>
      <style>\(Self.style)</style>

      """
    svg += "<rect class=\"page\" width=\"\(width)\" height=\"\(height)\" rx=\"8\"/>\n"
    // The common end of merged lines only shows what is true of all of them.
    var optional: [DiagramPoint: Set<Bool>] = [:]
    for (reference, line) in zip(model.references, layout.lines) {
      if let last = line.last { optional[last, default: []].insert(reference.isOptional) }
    }
    for (reference, line) in zip(model.references, layout.lines) {
      let isOptional = line.last.flatMap { optional[$0] } ?? []
      svg += Self.svg(of: reference, line, isOptional: isOptional)
    }
    for (table, box) in zip(model.tables, layout.boxes) { svg += Self.svg(of: table, box) }
    return svg + "</svg>\n"
  }

  private static let style = """
    text{font:13px -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;\
    fill:#1f2328}
    .page{fill:#fff}.box{fill:#fff;stroke:#8c959f}.head{fill:#ddf4ff}.rule{stroke:#d0d7de}
    .name{font-weight:600}.key{font-weight:600}.type,.mark,.more{fill:#59636e}
    .mark{font-size:9.5px;font-weight:600}.line{fill:none;stroke:#57606a;stroke-width:1.3}
    .dot{fill:#fff}
    @media (prefers-color-scheme:dark){text{fill:#f0f6fc}.page{fill:#0d1117}
    .box{fill:#151b23;stroke:#656c76}.head{fill:#1c3250}.rule{stroke:#3d444d}
    .type,.mark,.more{fill:#9198a1}.line{stroke:#9198a1}.dot{fill:#0d1117}}
    """

  // MARK: - Boxes

  private static func svg(of table: DiagramModel.Table, _ box: DiagramBox) -> String {
    var svg = "<g transform=\"translate(\(number(box.x)) \(number(box.y)))\">"
    svg += "<title>\(DiagramText.xml(table.name))</title>\n"
    let size = "width=\"\(number(box.width))\" height=\"\(number(box.height))\""
    svg += "<rect class=\"box\" \(size) rx=\"6\"/>"
    let (right, head) = (number(box.width - 0.5), number(DiagramSize.header))
    svg += "<path class=\"head\" d=\"M.5 \(head)V6.5a6 6 0 0 1 6-6H\(number(box.width - 6.5))"
    svg += "a6 6 0 0 1 6 6V\(head)z\"/><path class=\"rule\" d=\"M.5 \(head)H\(right)\"/>\n"
    let name = DiagramText.fitted(table.name, in: box.width - 24, bold: true)
    svg += "<text class=\"name\" x=\"12\" y=\"20\">\(DiagramText.xml(name))</text>\n"
    for (index, row) in table.rows.enumerated() { svg += Self.svg(of: row, index, box.width) }
    if table.hiddenCount > 0 {
      let y = DiagramSize.header + Double(table.rows.count) * DiagramSize.row + 16
      let words = table.rows.isEmpty ? "columns" : "more"
      svg += "<text class=\"more\" x=\"\(number(DiagramText.gutter))\" y=\"\(number(y))\">"
      svg += "\(table.hiddenCount) \(words)</text>\n"
    }
    return svg + "</g>\n"
  }

  private static func svg(of row: DiagramModel.Row, _ index: Int, _ width: Double) -> String {
    let y = number(DiagramSize.header + Double(index) * DiagramSize.row + 16)
    var svg = ""
    let mark = row.isKey ? "PK" : row.isReference ? "FK" : row.isUnique ? "UQ" : nil
    if let mark { svg += "<text class=\"mark\" x=\"12\" y=\"\(y)\">\(mark)</text>" }
    // The name takes precedence over its type, up to half of the width.
    let room = width - DiagramText.gutter - 24
    let needed = DiagramText.width(of: row.name, bold: row.isKey)
    let type = DiagramText.fitted(row.shownType, in: room - min(needed, room / 2))
    let name = DiagramText.fitted(
      row.name, in: room - DiagramText.width(of: type), bold: row.isKey)
    svg +=
      "<text\(row.isKey ? " class=\"key\"" : "") x=\"\(number(DiagramText.gutter))\" y=\"\(y)\">"
    svg += "\(DiagramText.xml(name))</text>"
    if !type.isEmpty {
      svg += "<text class=\"type\" text-anchor=\"end\" x=\"\(number(width - 12))\" y=\"\(y)\">"
      svg += "\(DiagramText.xml(type))</text>"
    }
    return svg + "\n"
  }

  // MARK: - Lines

  /// A line with the cardinality marks at its ends.
  private static func svg(
    of reference: DiagramModel.Reference, _ line: [DiagramPoint], isOptional: Set<Bool>
  ) -> String {
    guard let first = line.first, let last = line.last, line.count > 1 else { return "" }
    var svg = "<g><title>\(DiagramText.xml(reference.words))</title>"
    svg += "<path class=\"line\" d=\"\(path(line))\"/>"
    // The direction in which the line leaves the boxes: 1 is to the right.
    let leaves = line[1].x > first.x ? 1.0 : -1.0
    let arrives = line[line.count - 2].x > last.x ? 1.0 : -1.0
    if reference.isToOne {
      svg += bar(first.x + 6 * leaves, first.y) + dot(first.x + 13 * leaves, first.y)
    } else {
      let (x, y) = (number(first.x), first.y)
      let foot = number(first.x + 10 * leaves)
      svg += "<path class=\"line\" d=\"M\(x) \(number(y - 5))L\(foot) \(number(y))"
      svg += "L\(x) \(number(y + 5))\"/>" + dot(first.x + 14 * leaves, first.y)
    }
    svg += bar(last.x + 6 * arrives, last.y)
    if isOptional == [true] { svg += dot(last.x + 13 * arrives, last.y) }
    if isOptional == [false] { svg += bar(last.x + 10 * arrives, last.y) }
    return svg + "</g>\n"
  }

  private static func bar(_ x: Double, _ y: Double) -> String {
    "<path class=\"line\" d=\"M\(number(x)) \(number(y - 5))v10\"/>"
  }

  private static func dot(_ x: Double, _ y: Double) -> String {
    "<circle class=\"line dot\" cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"3.5\"/>"
  }

  /// A line with round corners.
  private static func path(_ line: [DiagramPoint]) -> String {
    var path = "M\(number(line[0].x)) \(number(line[0].y))"
    for index in line.indices.dropFirst() {
      let (from, corner) = (line[index - 1], line[index])
      guard index + 1 < line.count else {
        path += "L\(number(corner.x)) \(number(corner.y))"
        break
      }
      let to = line[index + 1]
      let radius = min(6, from.distance(to: corner) / 2, corner.distance(to: to) / 2)
      let (enters, leaves) = (corner.moved(radius, to: from), corner.moved(radius, to: to))
      path += "L\(number(enters.x)) \(number(enters.y))"
      path += "Q\(number(corner.x)) \(number(corner.y)) \(number(leaves.x)) \(number(leaves.y))"
    }
    return path
  }

  /// A number in tenths of a pixel, in its shortest form.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let (whole, rest) = tenths.quotientAndRemainder(dividingBy: 10)
    if rest == 0 { return "\(whole)" }
    return tenths < 0 && whole == 0 ? "-0.\(-rest)" : "\(whole).\(abs(rest))"
  }
}

extension DiagramPoint {
  fileprivate func distance(to other: Self) -> Double { abs(x - other.x) + abs(y - other.y) }

  /// The point at this distance in the direction of another point, which is horizontal or vertical.
  fileprivate func moved(_ distance: Double, to other: Self) -> Self {
    Self(
      x: x + distance * (other.x == x ? 0 : other.x > x ? 1 : -1),
      y: y + distance * (other.y == y ? 0 : other.y > y ? 1 : -1))
  }
}
