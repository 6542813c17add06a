import ORM

// error: @Table: 'Nothing' stores nothing, and a table needs a column
@Table private struct Nothing {
  static let title = ""
}
