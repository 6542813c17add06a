/// A statement some of whose arguments are still to come.
@usableFromInline
struct StatementTemplate: Sendable {
  /// An argument for a placeholder.
  struct Place: Sendable {
    /// The argument, from 0.
    let argument: Int
    /// The number of the placeholder.
    let placeholder: Int
  }

  /// NULL stands for what is to come.
  var statement: Statement
  var places: [Place] = []

  /// Puts another text behind this one. SQLite counts `$1` to `$n` as it comes to them, so they get
  /// the numbers that follow here.
  mutating func append(_ separator: String, _ other: StatementTemplate) {
    let count = statement.arguments.count
    statement.arguments += other.statement.arguments
    places += other.places.map {
      Place(argument: count + $0.argument, placeholder: $0.placeholder)
    }
    statement.sql += separator
    if count == 0 {
      statement.sql += other.statement.sql
      return
    }
    for (kind, text) in SQLTokens(other.statement.sql) {
      if kind == .parameter, let number = Int(text.dropFirst()) {
        statement.sql += "$\(count + number)"
      } else {
        statement.sql += text
      }
    }
  }
}

/// A statement that gets the values of its placeholders, one after the other.
@usableFromInline
struct StatementFilling {
  private var template = StatementTemplate(statement: Statement(sql: ""))
  /// What went wrong first.
  private var error: (any Error)?
  private var next = 0

  @usableFromInline
  init(_ template: Result<StatementTemplate, any Error>) {
    do {
      self.template = try template.get()
    } catch {
      self.error = error
    }
  }

  /// The statement with its values.
  @usableFromInline
  var statement: Result<Statement, any Error> {
    if let error { .failure(error) } else { .success(template.statement) }
  }

  /// Puts the value wherever the next placeholder stands.
  @inlinable
  mutating func fill<Representation: ColumnRepresentation>(
    _ value: Representation.Value, as representation: Representation.Type
  ) {
    do {
      put(try Representation.sqlValue(of: value))
    } catch {
      fail(error)
    }
  }

  @usableFromInline
  mutating func put(_ value: SQLValue) {
    for place in template.places where place.placeholder == next {
      template.statement.arguments[place.argument] = value
    }
    next += 1
  }

  @usableFromInline
  mutating func fail(_ error: any Error) { self.error = self.error ?? error }
}
