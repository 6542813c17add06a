import ORM

// error: @Table: 'Nothing' stores nothing, but a table needs a column
@Table private struct Nothing {
  static let title = ""
}
