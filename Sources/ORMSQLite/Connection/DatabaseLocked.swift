import ORMCore

/// Another connection's lock was in the way, and nothing was done.
struct DatabaseLocked: Error {
  let error: DatabaseError
}
