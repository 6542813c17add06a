import CSQLite
import ORMCore

/// The functions and modules that a schema may use although it is not trusted.
///
/// With `PRAGMA trusted_schema = OFF`, SQLite refuses functions and modules in a schema unless they
/// are marked as innocuous. SQLite before 3.44 does not mark FTS3 to FTS5 and R*Tree, and before
/// 3.41 it does not mark the JSON functions, although all of them are harmless. With these
/// releases, the pragma is on if everything else on the connection is innocuous or for direct use
/// only: the program's functions are registered for direct use. See
/// <https://www.sqlite.org/pragma.html#pragma_trusted_schema>.
enum SchemaTrust {
  /// Whether SQLite marks all of its own harmless functions and modules.
  private static let marksItsOwn = sqlite3_libversion_number() >= 3_044_000

  /// Sets whether the schema of a connection may use functions and modules that are not innocuous.
  ///
  /// - Parameters:
  ///   - isTrusted: Whether the program trusts the schema.
  ///   - wasPrepared: Whether the program has already used the connection, so that it may have
  ///     registered functions and modules with SQLite's C API.
  static func set(_ isTrusted: Bool, on connection: RawConnection, wasPrepared: Bool) {
    let isSafe =
      !marksItsOwn && (wasPrepared ? isHarmless(connection) : isHarmlessByDefault)
    connection.setTrustedSchema(isTrusted || isSafe)
  }

  /// Whether a connection that only SQLite and its automatic extensions have set up is harmless.
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

  /// Whether a module belongs to a pragma, which SQLite adds when a query uses it.
  private static func isPragma(_ module: String) -> Bool { module.starts(withBytes: "pragma_") }

  /// SQLite's modules that access only the database or are for direct use only, and this library's
  /// own.
  private static let modules = [
    "orm_list", "orm_keys",
    "fts3", "fts4", "fts4aux", "fts3tokenize", "fts5", "fts5vocab", "rtree", "rtree_i32", "geopoly",
    "json_each", "json_tree", "dbstat", "sqlite_stmt", "sqlite_dbpage", "bytecode", "tables_used",
  ]

  /// The functions that these modules register without a mark, and the JSON functions, which builds
  /// of SQLite before 3.38 register as an extension. Other functions that are built into SQLite
  /// need not be listed: all harmful ones are for direct use only.
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
