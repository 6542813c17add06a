import ORMCore

/// Reads CSV as defined by RFC 4180, with lines that end with `\n`, `\r\n` or `\r`. A record with
/// fields in quotes may have several lines. See <https://www.rfc-editor.org/rfc/rfc4180>.
final class CSVReader: RecordReader {
  let buffer: RecordBuffer
  let unescaped = UnescapedBytes()
  let fields = ImportedFields()
  private(set) var names: [String] = []
  private let delimiter: UInt8
  private var following = (place: 0, lines: 0)
  /// The number of fields that each record must have, like the first record.
  private var width: Int?
  private var least: Int?

  /// - Parameter hasHeader: Whether the first record contains the column names.
  init(_ buffer: RecordBuffer, delimiter: UInt8 = 0x2c, hasHeader: Bool) throws {
    self.buffer = buffer
    self.delimiter = delimiter
    try skipByteOrderMark()
    following.place = buffer.start
    guard hasHeader else { return }
    guard try read() else { throw ToolError.data("\(buffer.name) is empty") }
    names = (0..<fields.count).map { String(decoding: bytes(of: fields[$0]), as: UTF8.self) }
    width = fields.count
  }

  /// Sets the number of fields of each record, if there is no header.
  func expect(_ count: Int) { width = count }

  /// Sets the minimum number of fields of the first record; the other records must have the same
  /// number as the first.
  func expect(atLeast count: Int) { least = count }

  /// A problem with a name in the header, which is the first record.
  func nameProblem(_ place: Int, _ words: String) -> ImportProblem {
    problem(at: fields[place].place, words)
  }

  func next() throws -> Bool {
    guard try read() else { return false }
    if let width, fields.count != width {
      let isShort = fields.count < width
      throw problem(
        at: isShort ? max(buffer.start, following.place - 1) : fields[width].place,
        (width == 1 ? "expected 1 field" : "expected \(width) fields") + ", found \(fields.count)")
    }
    if let least {
      guard fields.count >= least else {
        throw problem(
          at: max(buffer.start, following.place - 1),
          "expected at least \(least) fields, found \(fields.count)")
      }
      width = fields.count
    }
    return true
  }

  private func read() throws -> Bool {
    repeat {
      buffer.advance(to: following.place, lines: following.lines)
      repeat {
        following = (buffer.start, 0)
        do {
          switch try scan() {
          case .record(let end, let lines): following = (end, lines)
          case .none: return false
          case .incomplete:
            do {
              if try !buffer.fill() && buffer.isSample { return false }
            } catch is RecordIsTooLong {
              throw tooLong(
                at: opening ?? buffer.start, opening == nil ? "" : ", or a quote is not closed")
            }
            continue
          }
        } catch let problem as ImportProblem {
          if !problem.isLast { try skip() }
          throw problem
        }
        break
      } while true
      // An empty line is not a record, unless records have one field, which is then NULL.
    } while fields.count == 1 && fields[0].count == 0 && fields[0].kind == .plain && width != 1
    return true
  }

  private enum Outcome {
    case record(end: Int, lines: Int)
    case incomplete
    case none
  }

  /// The place at which the last field in quotes begins.
  private var opening: Int?
  /// The place of the error in a record.
  private var failure = 0

  private func skip() throws {
    try skipLine(from: failure)
    following = (buffer.start, 0)
  }

  private func scan() throws -> Outcome {
    let (bytes, end, isAtEnd) = (buffer.bytes, buffer.end, buffer.isAtEnd)
    var (place, lines) = (buffer.start, 0)
    guard place < end else { return isAtEnd ? .none : .incomplete }
    fields.removeAll()
    unescaped.removeAll()
    opening = nil
    while true {
      if place < end && bytes[place] == 0x22 {
        guard let field = try scanQuoted(from: place, &lines) else { return .incomplete }
        place = field
      } else {
        let start = place
        while place < end {
          let byte = bytes[place]
          if byte == delimiter || byte == 0x0a || byte == 0x0d { break }
          place += 1
        }
        if place >= end && !isAtEnd { return .incomplete }
        fields.append(
          ImportedField(kind: .plain, start: start, count: place - start, place: start))
      }
      if place < end && bytes[place] == delimiter {
        place += 1
        continue
      }
      if place < end {
        if bytes[place] == 0x0d {
          if place + 1 >= end && !isAtEnd { return .incomplete }
          place += 1
          if place < end && bytes[place] == 0x0a { place += 1 }
        } else {
          place += 1
        }
        lines += 1
      }
      return .record(end: place, lines: lines)
    }
  }

  /// - Returns: The place after the closing quote; nil if it is not in the buffer.
  private func scanQuoted(from start: Int, _ lines: inout Int) throws -> Int? {
    let (bytes, end, isAtEnd) = (buffer.bytes, buffer.end, buffer.isAtEnd)
    opening = start
    var place = start + 1
    var doubled = 0
    while true {
      while place < end && bytes[place] != 0x22 {
        if bytes[place] == 0x0a { lines += 1 }
        place += 1
      }
      if place >= end {
        if !isAtEnd { return nil }
        failure = end
        var problem = problem(at: start, "the quote that begins here is not closed")
        problem.isLast = true
        throw problem
      }
      if place + 1 >= end {
        if !isAtEnd { return nil }
        break
      }
      guard bytes[place + 1] == 0x22 else { break }
      doubled += 1
      place += 2
    }
    let inner = start + 1
    if doubled == 0 {
      fields.append(
        ImportedField(kind: .text, start: inner, count: place - inner, place: start))
    } else {
      unescape(from: inner, to: place, doubled, place: start)
    }
    place += 1
    if place < end {
      let byte = bytes[place]
      if byte != delimiter && byte != 0x0a && byte != 0x0d {
        failure = place
        throw problem(at: place, "a comma or the end of the line must follow a closing quote")
      }
    }
    return place
  }

  private func unescape(from inner: Int, to end: Int, _ doubled: Int, place: Int) {
    let bytes = buffer.bytes
    unescaped.reserve(end - inner)
    let start = unescaped.count
    var next = inner
    while next < end {
      let byte = bytes[next]
      unescaped.append(byte)
      next += byte == 0x22 ? 2 : 1
    }
    fields.append(
      ImportedField(
        kind: .text, isUnescaped: true, start: start, count: end - inner - doubled, place: place))
  }
}
