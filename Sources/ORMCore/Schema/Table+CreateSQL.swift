extension Table {
  /// What makes the table: `CREATE TABLE` and its indexes, a statement a line.
  ///
  /// ```swift
  /// print(Artist.createSQL)
  /// // CREATE TABLE "artist" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL) STRICT;
  /// ```
  public static var createSQL: String {
    schema.createStatements().map { "\($0);" }.joined(separator: "\n")
  }
}
