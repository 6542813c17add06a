import Synchronization
import Testing

@testable import ORMSQLite

/// Counts the instances of its class.
private final class LivingRow: Sendable {
  static let living = Mutex(0)
  let number: Int

  init(_ number: Int) {
    self.number = number
    Self.living.withLock { $0 += 1 }
  }

  deinit { Self.living.withLock { $0 -= 1 } }
}

/// A row so large that a piece has four.
private struct Large {
  let counted: LivingRow
  private let bytes: (InlineArray<31, InlineArray<1024, UInt64>>)

  init(_ number: Int) {
    counted = LivingRow(number)
    bytes = InlineArray(repeating: InlineArray(repeating: 0))
  }
}

// Serialized: the tests share a counter.
@Suite("Fetched rows in pieces", .serialized)
struct RowPiecesTests {
  private func pieces(of count: Int) throws -> RowPieces<Large> {
    let pieces = RowPieces<Large>()
    #expect(pieces.capacity == 4)
    var next: UnsafeMutablePointer<Large>?
    for number in 0..<count {
      let place = number % pieces.capacity
      if place == 0 { next = try pieces.addPiece() }
      try (#require(next) + place).initialize(to: Large(number))
      pieces.count += 1
    }
    return pieces
  }

  private var living: Int { LivingRow.living.withLock { $0 } }

  @Test("Pieces become one array after the first rows, in order, and are released once")
  func moved() throws {
    for count in 0...13 {
      var all: [Large]? = try pieces(of: count).rows(behind: [Large(-1)])
      #expect(all?.map(\.counted.number) == Array(-1..<count))
      #expect(living == count + 1)
      all = nil
      #expect(living == 0)
    }
  }

  @Test("Pieces that never become an array are released")
  func dropped() throws {
    for count in 0...9 {
      do {
        let pieces = try pieces(of: count)
        #expect(living == count)
        withExtendedLifetime(pieces) {}
      }
      #expect(living == 0)
    }
  }

  @Test("Pieces do not release first rows that the caller also has")
  func shared() throws {
    let first = [Large(-2), Large(-1)]
    var all: [Large]? = try pieces(of: 5).rows(behind: first)
    #expect(all?.count == 7)
    all = nil
    #expect(living == 2)
    #expect(first.map(\.counted.number) == [-2, -1])
  }
}
