import ORMCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The pages of a database file, which may be damaged anywhere: each value of it is checked before
/// it is used. See <https://www.sqlite.org/fileformat2.html>.
final class BrokenFile {
  let pageSize: Int
  /// The number of bytes of a page that SQLite uses.
  let usable: Int
  let pageCount: Int
  /// 1 for UTF-8, 2 and 3 for UTF-16 with the low and with the high byte first.
  let encoding: UInt8
  /// Whether the file starts with the header of a database.
  let hasHeader: Bool
  private let descriptor: Int32
  private let log: WriteAheadLog?
  /// The pages as they were before an interrupted transaction.
  let journal: RollbackJournal?

  /// - Throws: ``ToolError`` if the file can't be read, or is smaller than a page.
  init(_ path: String) throws {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw ToolError.use("\(path) can't be read: \(String(cString: strerror(errno)))")
    }
    let size = FileFacts.size(path) ?? 0
    let header = Self.read(descriptor, at: 0, 100) ?? []
    if let found = Self.pageSize(header), size >= found {
      pageSize = found
    } else {
      pageSize = Self.guessedPageSize(descriptor, size)
    }
    guard size >= pageSize else { throw ToolError.data("\(path) contains no database page") }
    let reserved = header.count > 20 ? Int(header[20]) : 0
    usable = pageSize - reserved >= 480 ? pageSize - reserved : pageSize
    hasHeader = header.starts(with: "SQLite format 3\0".utf8)
    encoding = header.count > 59 && (2...3).contains(header[59]) ? header[59] : 1
    log = WriteAheadLog(path + "-wal", pageSize: pageSize)
    journal = RollbackJournal(path + "-journal", pageSize: pageSize)
    let count = size / pageSize
    // A damaged log or journal may contain any page number.
    if let journal {
      pageCount = min(journal.pageCount, max(count, journal.lastPage))
    } else {
      pageCount = max(count, log.map { min($0.pageCount, $0.lastPage) } ?? 0)
    }
  }

  deinit { close(descriptor) }

  /// Returns the bytes of a page, numbered from 1; nil if there is no such page.
  func page(_ number: Int) -> [UInt8]? {
    guard number >= 1 && number <= pageCount else { return nil }
    if let page = log?.page(number) ?? journal?.page(number) { return page }
    return Self.read(descriptor, at: (number - 1) * pageSize, pageSize)
  }

  /// The settings in the header, as pragmas; empty if there is no header.
  var settings: [String] {
    guard hasHeader, let header = page(1) else { return [] }
    func signed(_ place: Int) -> Int32 { Int32(truncatingIfNeeded: header.number(at: place)) }
    let vacuum = signed(52) == 0 ? "NONE" : signed(64) == 0 ? "FULL" : "INCREMENTAL"
    return [
      "page_size = \(pageSize)",
      "encoding = '\(["UTF-8", "UTF-16le", "UTF-16be"][Int(encoding) - 1])'",
      "auto_vacuum = \(vacuum)", "user_version = \(signed(60))",
      "application_id = \(signed(68))",
    ]
  }

  /// Returns the free pages, whose content was deleted.
  func freePages() -> Set<Int> {
    guard let header = page(1) else { return [] }
    var (free, trunk) = (Set<Int>(), header.number(at: 32))
    while trunk > 0, let page = page(trunk), free.insert(trunk).inserted {
      let count = min(page.number(at: 4), usable / 4 - 2)
      for place in 0..<max(0, count) { free.insert(page.number(at: 8 + 4 * place)) }
      trunk = page.number(at: 0)
    }
    return free
  }

  // MARK: - Bytes

  /// Reads bytes of a file; returns nil if it has fewer.
  static func read(_ descriptor: Int32, at place: Int, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let found = bytes.withUnsafeMutableBytes {
      pread(descriptor, $0.baseAddress, count, off_t(place))
    }
    return found == count ? bytes : nil
  }

  private static func pageSize(_ header: [UInt8]) -> Int? {
    guard header.count >= 18 else { return nil }
    let written = Int(header[16]) << 8 | Int(header[17])
    let size = written == 1 ? 65536 : written
    return (512...65536).contains(size) && size & (size - 1) == 0 ? size : nil
  }

  /// Guesses the page size: the size at whose multiples most pages of trees begin.
  private static func guessedPageSize(_ descriptor: Int32, _ size: Int) -> Int {
    var best = (size: 4096, part: 0.0)
    for candidate in [4096, 65536, 32768, 16384, 8192, 2048, 1024, 512] {
      let count = min(size / candidate, 500)
      guard count > 1 else { continue }
      let trees = (1..<count).count { number in
        guard let head = read(descriptor, at: number * candidate, 8) else { return false }
        return [2, 5, 10, 13].contains(head[0]) && head[7] <= 60
      }
      let part = Double(trees) / Double(count)
      if part > best.part { best = (candidate, part) }
    }
    return best.size
  }
}

/// The committed pages in the write-ahead log of a database.
struct WriteAheadLog {
  private(set) var pageCount = 0
  private var places: [Int: Int] = [:]
  /// The highest page number in the log.
  var lastPage: Int { places.keys.max() ?? 0 }
  private let file: ReadFile
  private let pageSize: Int

  /// - Returns: nil if there is no log with pages of this size.
  init?(_ path: String, pageSize: Int) {
    guard let file = ReadFile(path) else { return nil }
    (self.file, self.pageSize) = (file, pageSize)
    guard let header = file.read(at: 0, 32),
      [0x377f_0682, 0x377f_0683].contains(header.number(at: 0)),
      header.number(at: 8) == pageSize
    else { return nil }
    // The frames of a transaction are valid only if its last one is there.
    var (place, pending) = (32, [Int: Int]())
    while let frame = file.read(at: place, 24), frame[8..<16] == header[16..<24] {
      pending[frame.number(at: 0)] = place + 24
      if frame.number(at: 4) > 0 {
        places.merge(pending) { $1 }
        pageCount = frame.number(at: 4)
        pending = [:]
      }
      place += 24 + pageSize
    }
    if places.isEmpty { return nil }
  }

  func page(_ number: Int) -> [UInt8]? {
    places[number].flatMap { file.read(at: $0, pageSize) }
  }
}

/// An open file next to a database.
final class ReadFile {
  private let descriptor: Int32

  /// - Returns: nil if the file can't be opened.
  init?(_ path: String) {
    guard FileFacts.isRegular(path) else { return nil }
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  func read(at place: Int, _ count: Int) -> [UInt8]? {
    BrokenFile.read(descriptor, at: place, count)
  }
}

extension [UInt8] {
  /// A big-endian number of four bytes; 0 beyond the end.
  func number(at place: Int) -> Int {
    guard place >= 0 && place + 4 <= count else { return 0 }
    return self[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
  }

  func short(at place: Int) -> Int {
    guard place >= 0 && place + 2 <= count else { return 0 }
    return Int(self[place]) << 8 | Int(self[place + 1])
  }

  /// A variable-length number of one to nine bytes, and the place after it; nil beyond the end.
  func varint(at place: Int) -> (value: Int64, next: Int)? {
    var value: UInt64 = 0
    for offset in 0..<9 {
      guard place >= 0 && place + offset < count else { return nil }
      let byte = self[place + offset]
      if offset == 8 { return (Int64(bitPattern: value << 8 | UInt64(byte)), place + 9) }
      value = value << 7 | UInt64(byte & 0x7f)
      if byte < 0x80 { return (Int64(bitPattern: value), place + offset + 1) }
    }
    return nil
  }
}
