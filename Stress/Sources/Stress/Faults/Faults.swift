import ArgumentParser
import FaultVFS
import ORM

/// The calls of SQLite to the system that can be made to fail, in the order of `FaultVFS.h`.
enum FaultKind: String, CaseIterable, ExpressibleByArgument {
  case open, read, write, sync, truncate, delete, access, fileSize, lock, unlock, sharedMap
  case sharedLock

  fileprivate var number: Int32 { Int32(Self.allCases.prefix { $0 != self }.count) }
}

/// The VFS in which calls fail.
enum Faults {
  static let vfs = "fault"

  /// Makes the VFS known to SQLite.
  static func register() throws {
    try promise(fault_register() == 0, "SQLite takes the VFS")
  }

  /// Fails `count` calls of a kind, from the `first` one on.
  static func arm(_ kind: FaultKind, first: Int, count: Int) {
    fault_arm(kind.number, Int64(first), Int64(count))
  }

  static func disarm() { fault_disarm() }

  /// How many calls there were of the kind that is armed.
  static var calls: Int { Int(fault_calls()) }

  /// How many of them have failed.
  static var failures: Int { Int(fault_failures()) }

  /// Has no call fail, and none counted, until ``resume()``.
  static func pause() { fault_pause(1) }

  static func resume() { fault_pause(0) }

  /// Lets files grow by so many bytes and no more; nil is no limit.
  static func setRoom(_ bytes: Int?) { fault_set_room(Int64(bytes ?? -1)) }

  /// How many writes have found no room since there was a limit.
  static var refusals: Int { Int(fault_refusals()) }
}
