/// Rows that were prefetched, each of which is moved out once.
///
/// An array would be allocated for each batch, and each row copied out of it and released with it.
///
/// It is unchecked: the iterator that owns the batch lends it to the connection, and waits until
/// the connection has written the rows. During that time, neither the iterator nor its copies,
/// which check ``isLent`` first, use it. They all run in one isolation, as an iterator is not
/// `Sendable`.
@usableFromInline
final class RowBatch<Row>: @unchecked Sendable {
  // The owner of the batch reads and writes each as a whole, so no accesses overlap.
  @exclusivity(unchecked) @usableFromInline private(set) var next: UnsafeMutablePointer<Row>
  @exclusivity(unchecked) @usableFromInline private(set) var end: UnsafeMutablePointer<Row>
  @exclusivity(unchecked) @usableFromInline private(set) var limit: UnsafeMutablePointer<Row>
  @exclusivity(unchecked) @usableFromInline private(set) var start: UnsafeMutablePointer<Row>
  /// Whether the connection uses it. Only the iterator reads and writes this.
  @exclusivity(unchecked) @usableFromInline var isLent = false
  /// The error of the row after the last one.
  @exclusivity(unchecked) @usableFromInline private(set) var failure: (any Error)?

  /// Inlined into the program's module, where the type of the rows is known without a lookup.
  @inlinable
  init() {
    start = .allocate(capacity: 8)
    next = start
    end = start
    limit = start + 8
  }

  /// - Throws: ``failure``, once the rows before it have been taken.
  func checkEnd() throws {
    if !isLent, next == end, let failure { throw failure }
  }

  /// Moves the next row out, if there is one.
  @inlinable
  func take() -> Row? {
    if isLent || next == end { return nil }
    let row = next.move()
    next += 1
    return row
  }

  /// Replaces the remaining rows with at most that number of new ones, or fewer if their values are
  /// large; with `Int.max`, with all rows, whatever their size.
  ///
  /// - Throws: The error of `row` for the first row. An error of a later row is kept as
  ///   ``failure``, so that the rows before it come first.
  @inlinable
  func fill(_ count: Int, _ row: () throws -> Row?) throws {
    empty()
    var room = count
    let most = LargeValues.most(in: count)
    let size = LargeValues.sum
    let before = size.pointee
    do {
      while room > 0, size.pointee &- before < most, let row = try row() {
        if end == limit { grow() }
        end.initialize(to: row)
        end += 1
        room -= 1
      }
    } catch {
      if next == end { throw error }
      failure = error
    }
  }

  /// Releases the remaining rows.
  @inlinable
  func empty() {
    if next != end { next.deinitialize(count: end - next) }
    next = start
    end = start
    failure = nil
  }

  /// Doubles the capacity; no row has been moved out.
  @usableFromInline
  func grow() {
    let (count, capacity) = (end - start, 2 * (limit - start))
    let larger = UnsafeMutablePointer<Row>.allocate(capacity: capacity)
    larger.moveInitialize(from: start, count: count)
    start.deallocate()
    start = larger
    next = larger
    end = larger + count
    limit = larger + capacity
  }

  deinit {
    next.deinitialize(count: end - next)
    start.deallocate()
  }
}
