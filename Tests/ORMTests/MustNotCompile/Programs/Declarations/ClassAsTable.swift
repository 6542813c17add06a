import ORM

// error: @Table: a table's rows are values, so the type has to be a struct
@Table private final class Song {
  var title = ""
}
