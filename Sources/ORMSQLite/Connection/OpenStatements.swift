import ORMCore

/// The statements of rows that are read one by one.
///
/// Each is of those rows alone until they are at their end: others may run the same text meanwhile,
/// on another statement. Its parameters are in memory of its own, as those of other statements come
/// and go. Then it is kept for the next rows of the same text.
@usableFromInline
final class OpenStatements {
  @usableFromInline
  final class Entry {
    let text: ExactText
    let statement: PreparedStatement
    /// The shape of the typed queries that have the text, if they have one.
    let shape: QueryShape?
    fileprivate let generation: Int

    fileprivate init(
      _ text: String, _ statement: PreparedStatement, _ shape: QueryShape?, generation: Int
    ) {
      self.text = ExactText(text)
      self.statement = statement
      self.shape = shape
      self.generation = generation
    }
  }

  private static let capacity = 8

  /// Those that no rows have, the one that was used last at the end.
  private var idle: [Entry] = []
  /// How often the statements were forgotten: those that were taken before are not kept.
  private var generation = 0

  /// A statement of the query's shape, with the query's values bound.
  ///
  /// - Throws: as ``PreparedStatement/bind(_:)``.
  func take(_ query: SelectNode) throws -> Entry? {
    for index in idle.indices.reversed() {
      guard let shape = idle[index].shape,
        try idle[index].statement.bindIfMatching({ shape.takeValues(of: query, into: &$0) })
      else { continue }
      return idle.remove(at: index)
    }
    return nil
  }

  /// A statement of the text.
  func take(_ text: String) -> Entry? {
    idle.lastIndex { $0.text.isSame(as: text) }.map { idle.remove(at: $0) }
  }

  /// A statement that was prepared for rows.
  func entry(
    _ text: String, of query: SelectNode?, _ statement: PreparedStatement
  ) -> Entry {
    Entry(text, statement, query.flatMap { QueryShape($0) }, generation: generation)
  }

  /// Keeps a statement that was reset.
  func giveBack(_ entry: Entry) {
    guard entry.generation == generation else { return }
    if idle.count == Self.capacity { idle.removeFirst() }
    idle.append(entry)
  }

  func removeAll() {
    idle.removeAll()
    generation += 1
  }
}
