import Testing

@testable import ORMCore
@testable import ORMSQLite

@Suite("The queue of a stream of changes", .timeLimit(.minutes(10)))
struct ChangeQueueTests {
  private let queue = ChangeQueue()

  private static func change(_ key: Int64) -> KeyChanges {
    KeyChanges(inserted: [[.integer(key)]])
  }

  private func next() async throws -> [[SQLValue]]? { try await queue.next()?.inserted }

  @Test("Changes are returned in order, before the end")
  func order() async throws {
    for key in 1...200 { queue.give(Self.change(Int64(key))) }
    #expect(queue.count == 200)
    for key in 1...100 { #expect(try await next() == [[.integer(Int64(key))]]) }
    #expect(queue.count == 100)
    queue.give(Self.change(201))
    queue.finish()
    queue.give(Self.change(202))
    for key in 101...201 { #expect(try await next() == [[.integer(Int64(key))]]) }
    #expect(try await next() == nil)
    #expect(try await next() == nil)
    #expect(queue.count == 0)
  }

  @Test("A change is released once it is taken, even if the consumer stays behind")
  func behind() async throws {
    for key in 1...10 { queue.give(Self.change(Int64(key))) }
    for key in 11...5000 {
      queue.give(Self.change(Int64(key)))
      #expect(try await next() == [[.integer(Int64(key - 10))]])
    }
    #expect(queue.count == 10)
    #expect(queue.kept < 2000)
  }

  @Test("Two waiting tasks get one change each")
  func waiting() async throws {
    let heard = (0..<2).map { _ in Task { [queue] in try await queue.next()?.inserted } }
    queue.give(Self.change(1))
    queue.give(Self.change(2))
    var keys: [[[SQLValue]]?] = []
    for task in heard { keys.append(try await task.value) }
    #expect(Set(keys) == [[[.integer(1)]], [[.integer(2)]]])
  }

  @Test("The queue throws its error once, after the changes before it")
  func error() async throws {
    queue.give(Self.change(1))
    queue.finish(throwing: DatabaseError(extendedCode: .error, message: "no table"))
    queue.finish()
    #expect(try await next() == [[.integer(1)]])
    await #expect(throws: DatabaseError.self) { try await queue.next() }
    #expect(try await next() == nil)
  }

  @Test("The end of the queue ends all waiting tasks")
  func ends() async throws {
    let heard = (0..<3).map { _ in Task { [queue] in try await queue.next()?.inserted } }
    queue.finish()
    for task in heard { #expect(try await task.value == nil) }
  }

  @Test("Cancelling the waiting task ends the queue")
  func cancelled() async throws {
    let heard = Task { [queue] in try await queue.next()?.inserted }
    heard.cancel()
    #expect(try await heard.value == nil)
    queue.give(Self.change(1))
    #expect(try await next() == nil)
  }
}
