import ORMCore

/// Another connection's lock prevented an operation, and nothing was done.
struct DatabaseLocked: Error {
  let error: DatabaseError
}
