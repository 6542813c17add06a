internal import CPlatform
import ORMCore

/// Rows of which nobody knows how many there will be, in pieces of memory of one size.
///
/// An array that grows has its rows twice while it moves them into one of double the size, half of
/// which stays empty. Pieces are not moved as they come, and each goes back to the system as soon
/// as its rows are in the array that they are for, whose pages take memory when they are written.
@usableFromInline
final class RowPieces<Row> {
  /// How many bytes of rows an array has before it is worth while.
  @usableFromInline static var threshold: Int { 1 << 20 }

  /// How many rows a piece has.
  @usableFromInline let capacity: Int
  /// How many rows there are.
  @usableFromInline var count = 0
  private let size: Int
  private var pieces: [UnsafeMutableRawPointer] = []

  @usableFromInline
  init() {
    capacity = max(1, Self.threshold / MemoryLayout<Row>.stride)
    size = capacity * MemoryLayout<Row>.stride
  }

  /// Room for the next rows, which are counted by whoever writes them.
  ///
  /// - Throws: ``DatabaseError`` with the code `outOfMemory`.
  @usableFromInline
  func addPiece() throws -> UnsafeMutablePointer<Row> {
    guard let piece = orm_pages_allocate(size) else {
      throw DatabaseError(extendedCode: .outOfMemory, message: "there is no memory for the rows")
    }
    pieces.append(piece)
    return piece.bindMemory(to: Row.self, capacity: capacity)
  }

  /// Moves all rows behind others into one array, and has none left.
  @usableFromInline
  func rows(behind first: [Row]) -> [Row] {
    let total = first.count + count
    return [Row](unsafeUninitializedCapacity: total) { all, filled in
      guard var next = all.baseAddress else { return }
      first.withUnsafeBufferPointer { first in
        guard let start = first.baseAddress else { return }
        next.initialize(from: start, count: first.count)
        next += first.count
      }
      forEachPiece { piece, count in
        next.moveInitialize(from: piece, count: count)
        next += count
      }
      filled = total
    }
  }

  deinit {
    forEachPiece { piece, count in piece.deinitialize(count: count) }
  }

  /// Gives away the rows of each piece, and frees it.
  private func forEachPiece(_ body: (UnsafeMutablePointer<Row>, Int) -> Void) {
    for piece in pieces {
      let filled = min(count, capacity)
      body(piece.assumingMemoryBound(to: Row.self), filled)
      count -= filled
      orm_pages_free(piece, size)
    }
    pieces = []
  }
}
