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
    /// The key of the query for which the text was rendered, if it has one.
    let key: StatementKey?
    fileprivate let generation: Int

    fileprivate init(
      _ text: String, _ statement: PreparedStatement, _ key: StatementKey?, generation: Int
    ) {
      self.text = ExactText(text)
      self.statement = statement
      self.key = key
      self.generation = generation
    }
  }

  private static let capacity = 8

  /// The statements that are not in use, the most recently used one last.
  private var idle: [Entry] = []
  /// The number of times that the statements were forgotten: a statement that was taken before that
  /// is not kept.
  private var generation = 0

  /// Returns a statement with the query's key, and the arguments to bind to it.
  ///
  /// - Parameter writer: The connection's writer of keys.
  func take(
    _ query: SelectNode, by writer: inout StatementKeyWriter
  ) -> (entry: Entry, arguments: [SQLValue])? {
    guard writer.write(query, asking: .rows) else { return nil }
    defer { writer.releaseArguments() }
    let place = idle.lastIndex { entry in entry.key.map { writer.isKey($0) } ?? false }
    return place.map { (idle.remove(at: $0), Array(writer.arguments)) }
  }

  /// Returns a statement with this SQL.
  func take(_ text: String) -> Entry? {
    idle.lastIndex { $0.text.isSame(as: text) }.map { idle.remove(at: $0) }
  }

  /// Creates the entry of a statement that was prepared for rows.
  func entry(
    _ text: Statement, of query: SelectNode?, _ statement: PreparedStatement,
    by writer: inout StatementKeyWriter
  ) -> Entry {
    var key: StatementKey?
    if let query, writer.write(query, asking: .rows),
      writer.arguments.elementsEqual(text.arguments)
    {
      key = writer.key
    }
    writer.releaseArguments()
    return Entry(text.sql, statement, key, generation: generation)
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
