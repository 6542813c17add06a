internal import CPlatform
import Dispatch
import ORMCore

extension CallingThread {
  /// Whether this thread is one that Swift runs tasks on, of which there are no more than cores.
  ///
  /// That there is a task says too much: there is one on the main actor, and on an actor with an
  /// executor of its own. No function says whose thread it is. But each runs what is in a queue
  /// of Dispatch, and those of Swift's tasks have names of their own, which the tests hold on to.
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
