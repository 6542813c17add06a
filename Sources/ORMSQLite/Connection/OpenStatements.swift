import ORMCore

/// The statements of streams, whose rows are read one by one.
///
/// Each statement belongs to one stream until the stream is closed; until then, other calls with
/// the same SQL use another statement. Its parameters have their own memory, since other statements
/// are bound in that time. Afterwards it is kept for the next stream of the same SQL.
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

  /// The statements that are not in use, the most recently used one last.
  private var idle: [Entry] = []
  /// The number of times that the statements were forgotten: a statement that was taken before that
  /// is not kept.
  private var generation = 0

  /// A statement of the query's shape, with the query's values bound.
  ///
  /// - Throws: The errors of ``PreparedStatement/bind(_:)``.
  func take(_ query: SelectNode) throws -> Entry? {
    for index in idle.indices.reversed() {
      guard let shape = idle[index].shape,
        try idle[index].statement.bindIfMatching({ shape.takeValues(of: query, into: &$0) })
      else { continue }
      return idle.remove(at: index)
    }
    return nil
  }

  /// A statement with this SQL.
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
