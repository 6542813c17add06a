import ORM

// error: @Table: a table's rows are values, so the type has to be a struct
@Table private enum Genre {
  case jazz, soul
}
