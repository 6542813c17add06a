import CSQLite
import ORMCore

/// The functions and modules that a schema can use although it is not trusted.
///
/// With `PRAGMA trusted_schema = OFF`, SQLite refuses functions and modules in a schema unless they
/// are innocuous. SQLite before 3.44 does not mark FTS3 to FTS5 and R*Tree so, nor before 3.41 the
/// functions of JSON, although they do no harm. In these releases a connection has the pragma on if
/// everything else that it has is innocuous, or for direct use only: the functions of a program are
/// registered for direct use. See <https://www.sqlite.org/pragma.html#pragma_trusted_schema>.
enum SchemaTrust {
  /// Whether SQLite marks all of its own functions and modules that do no harm.
  private static let marksItsOwn = sqlite3_libversion_number() >= 3_044_000

  /// Sets whether the schema of a connection may use what is not innocuous.
  ///
  /// - Parameters:
  ///   - isTrusted: Whether the program trusts the schema.
  ///   - wasPrepared: Whether the program had the connection before, so that it may have registered
  ///     functions and modules by SQLite's own interface.
  static func set(_ isTrusted: Bool, on connection: RawConnection, wasPrepared: Bool) {
    let isSafe =
      !marksItsOwn && (wasPrepared ? isHarmless(connection) : isHarmlessByDefault)
    connection.setTrustedSchema(isTrusted || isSafe)
  }

  /// Whether a connection that only SQLite and its automatic extensions have set up can do no harm.
  private static let isHarmlessByDefault: Bool = {
    guard let owner = try? ConnectionHandle(path: ":memory:", for: .creating) else { return false }
    return withExtendedLifetime(owner) { isHarmless(RawConnection($0.pointer)) }
  }()

  private static func isHarmless(_ connection: RawConnection) -> Bool {
    guard let modules = try? connection.texts("PRAGMA module_list"),
      let listed = try? connection.texts("PRAGMA function_list")
    else { return false }
    return modules.allSatisfy { Self.modules.contains(name: $0[0]) || isPragma($0[0]) }
      && listed.allSatisfy { row in
        guard row.count == 6, let flags = Int32(row[5]) else { return false }
        return flags & (SQLITE_INNOCUOUS | SQLITE_DIRECTONLY) != 0 || row[1].hasSameBytes(as: "1")
          || functions.contains(name: row[0])
      }
  }

  /// Whether a module is that of a pragma, which SQLite adds when a query uses it.
  private static func isPragma(_ module: String) -> Bool { module.starts(withBytes: "pragma_") }

  /// The modules of SQLite that read and write nothing but the database, or are for direct use, and
  /// those of this library.
  private static let modules = [
    "orm_list", "orm_keys",
    "fts3", "fts4", "fts4aux", "fts3tokenize", "fts5", "fts5vocab", "rtree", "rtree_i32", "geopoly",
    "json_each", "json_tree", "dbstat", "sqlite_stmt", "sqlite_dbpage", "bytecode", "tables_used",
  ]

  /// The functions that these modules register without a mark, and those of JSON, which builds of
  /// SQLite before 3.38 register as an extension. Other functions that are built into SQLite need
  /// not be listed: all of those that could do harm are for direct use.
  private static let functions = [
    "fts5", "fts5_source_id", "fts5_locale", "fts5_get_locale", "fts5_insttoken", "bm25",
    "highlight", "snippet", "match", "matchinfo", "offsets", "optimize", "rtreecheck", "rtreedepth",
    "rtreenode", "->", "->>", "json", "json_array", "json_array_length", "json_extract",
    "json_group_array", "json_group_object", "json_insert", "json_object", "json_patch",
    "json_quote", "json_remove", "json_replace", "json_set", "json_type", "json_valid",
    "geopoly_area", "geopoly_bbox", "geopoly_blob", "geopoly_ccw", "geopoly_contains_point",
    "geopoly_debug", "geopoly_group_bbox", "geopoly_json", "geopoly_overlap", "geopoly_regular",
    "geopoly_svg", "geopoly_within", "geopoly_xform",
  ]
}
