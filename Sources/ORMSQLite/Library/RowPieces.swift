internal import CPlatform
import ORMCore

/// A list of rows of unknown number, in pieces of memory of equal size.
///
/// A growing array has its rows in memory twice while it moves them into one of double the size,
/// half of which stays empty. Pieces are not moved as they are filled, and each is freed as soon as
/// its rows are in the final array, whose pages use memory only once they are written.
@usableFromInline
final class RowPieces<Row> {
  /// The size in bytes from which pieces are used instead of an array.
  @usableFromInline static var threshold: Int { 1 << 20 }

  /// The number of rows in a piece.
  @usableFromInline let capacity: Int
  /// The number of rows.
  @usableFromInline var count = 0
  private let size: Int
  private var pieces: [UnsafeMutableRawPointer] = []

  @usableFromInline
  init() {
    capacity = max(1, Self.threshold / MemoryLayout<Row>.stride)
    size = capacity * MemoryLayout<Row>.stride
  }

  /// Returns memory for the next rows. The caller increases ``count``.
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

  /// Moves all rows into one array, after other rows, and leaves this list empty.
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

  /// Passes the rows of each piece to a closure, and frees the piece.
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
