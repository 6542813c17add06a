import ORM

// error: @Table: a table's rows are values, so this has to be a struct
@Table private enum Genre {
  case jazz, soul
}
