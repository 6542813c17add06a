internal import CPlatform
import Dispatch
import ORMCore

extension CallingThread {
  /// Whether this thread runs Swift's tasks; there are no more such threads than cores.
  ///
  /// A current task does not prove it: the main actor has one, and so does an actor with its own
  /// executor. No function returns the owner of a thread. But each of these threads runs the jobs
  /// of a Dispatch queue, and the queues of Swift's tasks have certain names, which the tests
  /// check.
  static var isOfTasks: Bool {
    #if canImport(Darwin)
      return String(cString: __dispatch_queue_get_label(nil)).contains(bytes: ".cooperative")
    #elseif os(Linux)
      guard let label = orm_current_queue_label() else {
        return withUnsafeCurrentTask { $0 != nil }
      }
      return String(cString: label).starts(withBytes: "Swift global concurrent queue")
    #else
      return withUnsafeCurrentTask { $0 != nil }
    #endif
  }
}
