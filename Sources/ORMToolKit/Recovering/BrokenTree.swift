import ORMCore

/// Walks the trees of a damaged file, and counts pages and rows that can't be read.
final class BrokenTree {
  struct Row {
    /// Nil in an index, and in a table WITHOUT ROWID.
    let rowID: Int64?
    let values: [SQLValue]
    let page: Int
  }

  private let file: BrokenFile
  /// The pages that belong to trees that were read.
  private(set) var visited: Set<Int> = []
  /// The number of a tree's pages that could not be read.
  private(set) var brokenPages = 0
  /// The number of rows that could not be read, on pages that could.
  private(set) var brokenRows = 0
  private let progress: Progress

  /// Whether each page and each row could be read that was looked for.
  var isWhole: Bool { brokenPages == 0 && brokenRows == 0 && !visited.isEmpty }

  /// The pages as they were before an interrupted transaction.
  var journal: RollbackJournal? { file.journal }

  /// The settings of the file, as pragmas of a new one.
  var settings: [String] { file.settings }

  init(_ file: BrokenFile, _ progress: Progress) {
    self.file = file
    self.progress = progress
    progress.begin(of: file.pageCount)
  }

  /// Calls `body` with each row of a tree.
  func readRows(from root: Int, _ body: (Row) throws -> Void) throws {
    var waiting = [root]
    while let number = waiting.popLast() {
      try Task.checkCancellation()
      // A page that is in two trees, or twice in one, is damage as well.
      guard let page = file.page(number), visited.insert(number).inserted,
        let head = Head(page, number, file.usable)
      else {
        brokenPages += 1
        continue
      }
      progress.report(visited.count)
      if head.isInterior { waiting.append(page.number(at: head.start + 8)) }
      for place in head.cells {
        guard place >= head.firstCell && place < file.usable else {
          brokenRows += 1
          continue
        }
        if head.isInterior { waiting.append(page.number(at: place)) }
        // The interior pages of a table have only keys.
        if head.isInterior && !head.isIndex { continue }
        guard let row = row(of: page, number, head, at: place) else {
          brokenRows += 1
          continue
        }
        try body(row)
      }
    }
  }

  /// Calls `body` with the rows of pages that look like table pages and belong to no tree.
  func strays(_ body: (Row) throws -> Void) throws {
    let free = file.freePages()
    for number in 1...file.pageCount where !visited.contains(number) && !free.contains(number) {
      try Task.checkCancellation()
      guard let page = file.page(number), let head = Head(page, number, file.usable),
        !head.isInterior, !head.isIndex
      else { continue }
      for place in head.cells where place >= head.firstCell && place < file.usable {
        if let row = row(of: page, number, head, at: place) { try body(row) }
      }
    }
  }

  // MARK: - A page

  private struct Head {
    let start: Int
    let isInterior: Bool
    let isIndex: Bool
    let cells: [Int]
    /// The place after the list of cells.
    let firstCell: Int

    /// - Returns: nil if the page is not a page of a tree.
    init?(_ page: [UInt8], _ number: Int, _ usable: Int) {
      start = number == 1 ? 100 : 0
      switch page[start] {
      case 2: (isInterior, isIndex) = (true, true)
      case 5: (isInterior, isIndex) = (true, false)
      case 10: (isInterior, isIndex) = (false, true)
      case 13: (isInterior, isIndex) = (false, false)
      default: return nil
      }
      let list = start + (isInterior ? 12 : 8)
      // A cell needs at least two bytes in the list and four bytes more.
      let count = min(page.short(at: start + 3), (usable - list) / 6)
      cells = (0..<max(0, count)).map { page.short(at: list + 2 * $0) }
      firstCell = list + 2 * cells.count
    }
  }

  private func row(of page: [UInt8], _ number: Int, _ head: Head, at place: Int) -> Row? {
    var place = head.isInterior ? place + 4 : place
    guard let (length, next) = page.varint(at: place) else { return nil }
    place = next
    var rowID: Int64?
    if !head.isIndex {
      guard let (key, next) = page.varint(at: place) else { return nil }
      (rowID, place) = (key, next)
    }
    guard length > 0, length <= file.pageCount * file.usable,
      let payload = payload(of: page, at: place, Int(length), isIndex: head.isIndex),
      let values = RecordBytes(payload, encoding: file.encoding).values
    else { return nil }
    return Row(rowID: rowID, values: values, page: number)
  }

  /// The bytes of a row, which may continue on overflow pages.
  private func payload(of page: [UInt8], at place: Int, _ length: Int, isIndex: Bool) -> [UInt8]? {
    let usable = file.usable
    let most = isIndex ? (usable - 12) * 64 / 255 - 23 : usable - 35
    let least = (usable - 12) * 32 / 255 - 23
    var local = length
    if length > most {
      let fitting = least + (length - least) % (usable - 4)
      local = fitting <= most ? fitting : least
    }
    guard place + local <= usable else { return nil }
    var bytes = Array(page[place..<(place + local)])
    guard length > local else { return bytes }
    guard place + local + 4 <= usable else { return nil }
    var (next, chain) = (page.number(at: place + local), Set<Int>())
    while bytes.count < length {
      guard let more = file.page(next), !visited.contains(next), chain.insert(next).inserted else {
        return nil
      }
      bytes += more[4..<(4 + min(usable - 4, length - bytes.count))]
      next = more.number(at: 0)
    }
    visited.formUnion(chain)
    return bytes
  }
}

/// The bytes of a row in a file.
struct RecordBytes {
  private let bytes: [UInt8]
  private let encoding: UInt8

  init(_ bytes: [UInt8], encoding: UInt8) {
    self.bytes = bytes
    self.encoding = encoding
  }

  /// The values; nil if the bytes are not a row. See
  /// <https://www.sqlite.org/fileformat2.html#record_format>.
  var values: [SQLValue]? {
    guard let (length, first) = bytes.varint(at: 0), length >= first, length <= bytes.count else {
      return nil
    }
    var (types, place) = (first, Int(length))
    var values: [SQLValue] = []
    while types < Int(length) {
      guard let (type, next) = bytes.varint(at: types), next <= Int(length), type >= 0,
        values.count < 32767, let value = value(type, at: &place)
      else { return nil }
      types = next
      values.append(value)
    }
    return values
  }

  private func value(_ type: Int64, at place: inout Int) -> SQLValue? {
    switch type {
    case 0: return .null
    case 1...4: return integer(Int(type), at: &place).map(SQLValue.integer)
    case 5: return integer(6, at: &place).map(SQLValue.integer)
    case 6: return integer(8, at: &place).map(SQLValue.integer)
    case 7:
      return integer(8, at: &place).map { .real(Double(bitPattern: UInt64(bitPattern: $0))) }
    case 8, 9: return .integer(type - 8)
    case 10, 11: return nil
    default:
      let count = (type - 12) / 2
      guard count <= bytes.count - place else { return nil }
      let part = bytes[place..<(place + Int(count))]
      place += Int(count)
      return type % 2 == 0 ? .blob(Array(part)) : .text(text(part))
    }
  }

  private func integer(_ count: Int, at place: inout Int) -> Int64? {
    guard place + count <= bytes.count else { return nil }
    var value = Int64(Int8(bitPattern: bytes[place]))
    for offset in 1..<max(1, count) { value = value << 8 | Int64(bytes[place + offset]) }
    place += count
    return value
  }

  private func text(_ part: ArraySlice<UInt8>) -> String {
    if encoding == 1 { return String(decoding: part, as: UTF8.self) }
    let start = part.startIndex
    let units = (0..<(part.count / 2)).map { unit -> UInt16 in
      let (one, two) = (part[start + 2 * unit], part[start + 2 * unit + 1])
      return encoding == 2 ? UInt16(two) << 8 | UInt16(one) : UInt16(one) << 8 | UInt16(two)
    }
    return String(decoding: units, as: UTF16.self)
  }
}
