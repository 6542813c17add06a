/// The rows that a terminal shows of an edited text, and the position of the cursor.
package struct EditorView: Sendable {
  package struct Row: Sendable {
    /// The text with escapes for colours.
    package var text: [UInt8] = []
    package var cells = 0
  }

  package private(set) var rows: [Row] = [Row()]
  package private(set) var cursorRow = 0
  package private(set) var cursorColumn = 0

  /// The prompts before the lines of a text.
  package struct Prompt: Sendable {
    package let first: String
    package let rest: String
    package let style: Style

    package init(_ first: String, rest: String, style: Style = .plain) {
      self.first = first
      self.rest = rest
      self.style = style
    }
  }

  /// The end and the colour of a part of a text.
  package struct Span: Sendable {
    package let end: Int
    /// The SGR parameters; see ECMA-48, 8.3.117. Nil for no colour.
    package let code: String?

    package init(end: Int, code: String?) {
      self.end = end
      self.code = code
    }
  }

  private let width: Int
  private var code: String?

  /// - Parameters:
  ///   - bytes: The text, in UTF-8.
  ///   - cursor: The offset of the byte after the cursor.
  ///   - spans: The colours of the parts, from the first byte on.
  ///   - offered: The words to show below the text.
  ///   - height: The maximum number of rows. The rows around the cursor are shown.
  package init(
    _ bytes: [UInt8], cursor: Int, _ prompt: Prompt, spans: [Span] = [], offered: [String] = [],
    width: Int, height: Int
  ) {
    self.width = max(1, width)
    let height = max(1, height)
    let part = Self.part(of: bytes, around: cursor)
    begin(part.lowerBound == 0 ? prompt.first : "… ", prompt)
    lay(bytes, part, cursor, prompt, spans)
    cut(to: height)
    offer(offered, prompt.style, rows: height - rows.count)
  }

  /// The part of a text to lay out: the part around the cursor if no screen can show all of it.
  private static func part(of bytes: [UInt8], around cursor: Int) -> Range<Int> {
    let size = 1 << 16
    guard bytes.count > 4 * size else { return 0..<bytes.count }
    func start(_ place: Int) -> Int {
      var place = min(max(0, place), bytes.count)
      while place > 0, place < bytes.count, bytes[place] & 0xc0 == 0x80 { place -= 1 }
      return place
    }
    let first = start((cursor / size - 1) * size)
    return first..<start(first + 3 * size)
  }

  // MARK: - Rows

  /// Begins a row with a prompt, unless that leaves no room for the text.
  private mutating func begin(_ words: String, _ prompt: Prompt) {
    let cells = SafeText.width(words)
    guard cells * 2 <= width else { return }
    rows[rows.count - 1].text += Array(prompt.style.bold(words).utf8)
    rows[rows.count - 1].cells = cells
  }

  private mutating func lay(
    _ bytes: [UInt8], _ part: Range<Int>, _ cursor: Int, _ prompt: Prompt, _ spans: [Span]
  ) {
    var place = part.lowerBound
    var span = 0
    while true {
      if place == cursor {
        // The position after a full row is in the next row.
        if rows[rows.count - 1].cells >= width { newRow() }
        (cursorRow, cursorColumn) = (rows.count - 1, rows[rows.count - 1].cells)
      }
      guard place < part.upperBound else { break }
      while span < spans.count, spans[span].end <= place { span += 1 }
      paint(span < spans.count ? spans[span].code : nil)
      let (start, row) = (place, rows.count - 1)
      let byte = bytes[place]
      if byte == 0x0a {
        place += 1
        newRow()
        begin(prompt.rest, prompt)
        continue
      }
      if (0x20..<0x7f).contains(byte) {
        put(CollectionOfOne(byte), cells: 1)
        place += 1
      } else {
        let length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
        place = min(part.upperBound, place + length)
        put(String(decoding: bytes[start..<place], as: UTF8.self))
      }
      // A wide character moved to the next row, and so did the cursor before it.
      if start == cursor, rows.count - 1 > row { (cursorRow, cursorColumn) = (rows.count - 1, 0) }
    }
    paint(nil)
  }

  private mutating func put(_ sign: String) {
    let shown = sign.utf8.elementsEqual([0x09]) ? "    " : SafeText.line(sign)
    let cells = SafeText.width(shown)
    if cells > width {
      put(CollectionOfOne(UInt8(ascii: "?")), cells: 1)
    } else {
      put(shown.utf8, cells: cells)
    }
  }

  private mutating func put(_ bytes: some Collection<UInt8>, cells: Int) {
    if rows[rows.count - 1].cells + cells > width {
      let code = code
      newRow()
      paint(code)
    }
    rows[rows.count - 1].text.append(contentsOf: bytes)
    rows[rows.count - 1].cells += cells
  }

  /// Changes the colour of the text that follows.
  private mutating func paint(_ new: String?) {
    switch (code, new) {
    case (nil, nil): return
    case (let old?, let new?) where old.utf8.elementsEqual(new.utf8): return
    default:
      let escape = code == nil ? "" : "\u{1b}[0m"
      rows[rows.count - 1].text += Array((escape + (new.map { "\u{1b}[\($0)m" } ?? "")).utf8)
      code = new
    }
  }

  private mutating func newRow() {
    paint(nil)
    rows.append(Row())
  }

  /// Keeps only the rows around the cursor, if there are more than fit on the screen.
  private mutating func cut(to height: Int) {
    guard rows.count > height else { return }
    let first = min(max(0, cursorRow - height / 2), rows.count - height)
    rows = Array(rows[first..<(first + height)])
    cursorRow -= first
  }

  // MARK: - Candidates

  /// Shows words in columns below the text, as many as fit.
  private mutating func offer(_ words: [String], _ style: Style, rows room: Int) {
    guard !words.isEmpty, room > 0 else { return }
    let limit = min(room, 10)
    let lines = WordColumns.lines(words, width: width)
    let visible = lines.count > limit ? limit - 1 : lines.count
    for line in lines.prefix(visible) {
      rows.append(Row(text: Array(line.utf8), cells: SafeText.width(line)))
    }
    guard visible < lines.count else { return }
    let rest = SafeText.cut("… \(words.count.grouped) in all", to: width)
    rows.append(Row(text: Array(style.dim(rest).utf8), cells: SafeText.width(rest)))
  }
}
