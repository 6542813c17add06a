import ORMCore

/// The pages of a database as they were before an interrupted transaction.
///
/// SQLite writes them to a journal before it changes the file. If the program dies, the next
/// connection that can write puts them back. See
/// <https://www.sqlite.org/fileformat2.html#the_rollback_journal>.
struct RollbackJournal {
  /// The number of pages of the file before the transaction.
  let pageCount: Int
  /// Whether a page of the journal is damaged, so some changes can't be undone.
  private(set) var isDamaged = false
  /// The highest page number in the journal.
  var lastPage: Int { places.keys.max() ?? 0 }
  private var places: [Int: Int] = [:]
  private let file: ReadFile
  private let pageSize: Int

  private static let mark: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
  private static let headerSize = 28

  /// - Returns: nil if there is no journal with pages of this size, or its transaction was
  ///   committed.
  init?(_ path: String, pageSize: Int) {
    guard let file = ReadFile(path), let size = FileFacts.size(path),
      let header = file.read(at: 0, Self.headerSize), Self.isHeader(header, pageSize),
      !Self.isCommitted(file, size)
    else { return nil }
    (self.file, self.pageSize) = (file, pageSize)
    pageCount = header.number(at: 16)
    let sector = header.number(at: 20)
    guard pageCount > 0, (32...65536).contains(sector) else { return nil }
    var start = 0
    while let header = file.read(at: start, Self.headerSize), Self.isHeader(header, pageSize),
      let end = readPages(header, from: start + sector, size)
    {
      start = (end + sector - 1) / sector * sector
    }
  }

  func page(_ number: Int) -> [UInt8]? {
    places[number].flatMap { file.read(at: $0, pageSize) }
  }

  private static func isHeader(_ header: [UInt8], _ pageSize: Int) -> Bool {
    header.starts(with: mark) && header.number(at: 24) == pageSize
  }

  /// Reads the pages after a header.
  ///
  /// - Returns: The place after the last page; nil if a page is damaged, or the journal ends. In
  ///   that case, SQLite ignores the rest of the journal.
  private mutating func readPages(_ header: [UInt8], from start: Int, _ size: Int) -> Int? {
    let recordSize = pageSize + 8
    let written = header.number(at: 8)
    let count = written == 0xffff_ffff ? max(0, size - start) / recordSize : written
    let seed = UInt32(truncatingIfNeeded: header.number(at: 12))
    var place = start
    for _ in 0..<count {
      guard let record = file.read(at: place, recordSize) else {
        isDamaged = true
        return nil
      }
      let number = record.number(at: 0)
      let sum = UInt32(truncatingIfNeeded: record.number(at: 4 + pageSize))
      guard number > 0, sum == Self.sum(of: record[4..<(4 + pageSize)], seed) else {
        isDamaged = true
        return nil
      }
      if number <= pageCount && places[number] == nil { places[number] = place + 4 }
      place += recordSize
    }
    return place
  }

  /// The checksum: every 200th byte is added, from the end of the page.
  private static func sum(of page: ArraySlice<UInt8>, _ seed: UInt32) -> UInt32 {
    stride(from: page.endIndex - 200, to: page.startIndex, by: -200)
      .reduce(seed) { $0 &+ UInt32(page[$1]) }
  }

  /// Whether the transaction wrote to several databases and was committed. The journal then ends
  /// with the name of their common journal, which was deleted.
  private static func isCommitted(_ file: ReadFile, _ size: Int) -> Bool {
    guard size >= 16, let end = file.read(at: size - 16, 16), end[8...].elementsEqual(mark) else {
      return false
    }
    let length = end.number(at: 0)
    guard length > 0, length <= size - 16, let name = file.read(at: size - 16 - length, length),
      UInt32(truncatingIfNeeded: end.number(at: 4)) == name.reduce(UInt32(0), { $0 &+ UInt32($1) })
    else { return false }
    return !FileFacts.exists(String(decoding: name, as: UTF8.self))
  }
}
