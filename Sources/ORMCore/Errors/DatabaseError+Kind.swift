extension DatabaseError {
  /// The kind of a failure, which every engine reports in the same way.
  ///
  /// ```swift
  /// } catch let error as DatabaseError where error.kind == .locked { … }
  /// ```
  ///
  /// The engine's own code, such as SQLite's ``DatabaseError/extendedCode``, is more precise. A
  /// later version may add kinds, so a `switch` needs a `default`.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    fileprivate let name: Name

    private init(_ name: Name) { self.name = name }

    fileprivate enum Name: String, Sendable {
      case unique, notNull, check, foreignKey, constraint
      case locked, serializationFailure, readOnly, closed, connectionLost, interrupted
      case full, tooBig, outOfMemory, inputOutput, corrupt, cannotOpen, permission
      case schemaChanged, statement, misuse, other
    }

    /// The name of the static property.
    public var description: String { name.rawValue }

    // MARK: Constraints

    /// Another row has the same key, or the same values in unique columns.
    public static let unique = Kind(.unique)
    /// NULL in a `NOT NULL` column.
    public static let notNull = Kind(.notNull)
    /// A failed `CHECK`.
    public static let check = Kind(.check)
    /// A reference to a row that does not exist, or the removal of a row that is referenced.
    public static let foreignKey = Kind(.foreignKey)
    /// Another constraint: the type of a column in a `STRICT` table, a `RAISE` in a trigger, or a
    /// constraint of a virtual table; see ``ConstraintViolation/Kind``.
    public static let constraint = Kind(.constraint)

    // MARK: Other connections

    /// Another connection holds a lock that the statement needs, and held it until the end of the
    /// wait: `SQLITE_BUSY`, `SQLITE_LOCKED`.
    public static let locked = Kind(.locked)
    /// The transaction has read rows that another transaction has changed since, so it has to be
    /// run again as a whole: `SQLITE_BUSY_SNAPSHOT`.
    public static let serializationFailure = Kind(.serializationFailure)

    // MARK: The connection

    /// The database can't be written.
    public static let readOnly = Kind(.readOnly)
    /// The database has been closed by this program.
    public static let closed = Kind(.closed)
    /// The connection to a server was lost, so the statement may have run or not. SQLite has no
    /// such failure.
    public static let connectionLost = Kind(.connectionLost)
    /// The statement was interrupted.
    public static let interrupted = Kind(.interrupted)
    /// The database can't be opened.
    public static let cannotOpen = Kind(.cannotOpen)
    /// The access is not permitted, by the system or by an authorizer.
    public static let permission = Kind(.permission)

    // MARK: Resources

    /// The disk is full.
    public static let full = Kind(.full)
    /// A text or a BLOB is longer than the engine's limit.
    public static let tooBig = Kind(.tooBig)
    /// Memory could not be allocated.
    public static let outOfMemory = Kind(.outOfMemory)
    /// The system could not read or write a file.
    public static let inputOutput = Kind(.inputOutput)
    /// The file is damaged, or is not a database.
    public static let corrupt = Kind(.corrupt)

    // MARK: Statements

    /// The schema changed, and the statement could not be prepared again.
    public static let schemaChanged = Kind(.schemaChanged)
    /// The statement can't be prepared or run: a syntax error, a missing table or column, or an
    /// error of a function: `SQLITE_ERROR`.
    public static let statement = Kind(.statement)
    /// The library or the engine was called in a way that it does not allow.
    public static let misuse = Kind(.misuse)
    /// Another failure; see the engine's code.
    public static let other = Kind(.other)
  }

  /// The kind of the failure, which every engine reports in the same way.
  public var kind: Kind { foreign?.kind ?? extendedCode.kind }

  /// The name of the engine's own code: `SQLITE_CONSTRAINT_UNIQUE`, or another engine's SQLSTATE,
  /// such as `23505`.
  public var codeName: String { foreign?.code ?? extendedCode.name }

  /// Creates the error of an engine whose codes are not SQLite's.
  ///
  /// Its ``extendedCode`` is the code with which SQLite reports a failure of this kind.
  ///
  /// - Parameter code: The engine's own code, which ``codeName`` returns.
  public init(
    kind: Kind, code: String, message: String, hint: String? = nil, sql: String? = nil,
    violation: ConstraintViolation? = nil
  ) {
    self.init(
      extendedCode: kind.nearestCode, message: message, hint: hint, sql: sql, violation: violation)
    foreign = ForeignCode(kind: kind, code: code)
  }
}

/// A failure reported by an engine whose codes are not SQLite's.
struct ForeignCode: Sendable, Hashable {  // Characters: codes of ASCII
  let kind: DatabaseError.Kind
  let code: String
}

extension ResultCode {
  /// The kind of failure that SQLite reports with this code.
  var kind: DatabaseError.Kind {
    switch self {
    case .busySnapshot: return .serializationFailure
    case .closed: return .closed
    default: break
    }
    return switch primary {
    case .constraint: ConstraintViolation.Kind(self).errorKind
    case .mismatch: .constraint
    case .busy, .locked: .locked
    case .readOnly: .readOnly
    case .interrupted: .interrupted
    case .cannotOpen: .cannotOpen
    case .permission, .authorization: .permission
    case .full: .full
    case .tooBig: .tooBig
    case .outOfMemory: .outOfMemory
    case .inputOutput: .inputOutput
    case .corrupt, .notADatabase: .corrupt
    case .schemaChanged: .schemaChanged
    case .error: .statement
    case .misuse, .range: .misuse
    default: .other
    }
  }

  private static let busySnapshot = ResultCode(rawValue: 5 | (2 << 8))
}

extension ConstraintViolation.Kind {
  /// The kind of the constraint that is violated, by SQLite's extended code.
  package init(_ code: ResultCode) {
    // The second byte of the extended code, as defined in sqlite3.h.
    switch code.rawValue >> 8 {
    case 1: self = .check
    case 3: self = .foreignKey
    case 5: self = .notNull
    case 6: self = .primaryKey
    case 7: self = .trigger
    case 8: self = .unique
    case 10: self = .primaryKey  // SQLITE_CONSTRAINT_ROWID
    case 12: self = .dataType
    default: self = .other
    }
  }

  fileprivate var errorKind: DatabaseError.Kind {
    switch self {
    case .unique, .primaryKey: .unique
    case .notNull: .notNull
    case .check: .check
    case .foreignKey: .foreignKey
    case .dataType, .trigger, .other: .constraint
    }
  }
}

extension DatabaseError.Kind {
  /// SQLite's code for a failure of this kind; ``ResultCode/error`` if SQLite has no such code.
  fileprivate var nearestCode: ResultCode {
    func extended(_ code: ResultCode, _ number: Int32) -> ResultCode {
      ResultCode(rawValue: code.rawValue | number << 8)
    }
    return switch name {
    case .unique: extended(.constraint, 8)
    case .notNull: extended(.constraint, 5)
    case .check: extended(.constraint, 1)
    case .foreignKey: extended(.constraint, 3)
    case .constraint: .constraint
    case .locked: .busy
    case .serializationFailure: extended(.busy, 2)
    case .readOnly: .readOnly
    case .closed: .closed
    case .interrupted: .interrupted
    case .cannotOpen: .cannotOpen
    case .permission: .permission
    case .full: .full
    case .tooBig: .tooBig
    case .outOfMemory: .outOfMemory
    case .inputOutput, .connectionLost: .inputOutput
    case .corrupt: .corrupt
    case .schemaChanged: .schemaChanged
    case .misuse: .misuse
    case .statement, .other: .error
    }
  }
}
