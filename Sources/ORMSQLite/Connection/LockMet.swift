import ORMCore

/// Another connection's lock was in the way, and nothing was done.
struct LockMet: Error {
  let error: DatabaseError
}
