import Testing

@testable import ORMCore
@testable import ORMSQLite

@Suite("What a stream of changes was given", .timeLimit(.minutes(10)))
struct ChangeQueueTests {
  private let queue = ChangeQueue()

  private static func change(_ key: Int64) -> KeyChanges {
    KeyChanges(inserted: [[.integer(key)]])
  }

  private func next() async throws -> [[SQLValue]]? { try await queue.next()?.inserted }

  @Test("comes in order, and before the end")
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

  @Test("is let go of once it is taken, however far behind who takes it stays")
  func behind() async throws {
    for key in 1...10 { queue.give(Self.change(Int64(key))) }
    for key in 11...5000 {
      queue.give(Self.change(Int64(key)))
      #expect(try await next() == [[.integer(Int64(key - 10))]])
    }
    #expect(queue.count == 10)
    #expect(queue.kept < 2000)
  }

  @Test("is given to who waits, one to each")
  func waiting() async throws {
    let heard = (0..<2).map { _ in Task { [queue] in try await queue.next()?.inserted } }
    queue.give(Self.change(1))
    queue.give(Self.change(2))
    var keys: [[[SQLValue]]?] = []
    for task in heard { keys.append(try await task.value) }
    #expect(Set(keys) == [[[.integer(1)]], [[.integer(2)]]])
  }

  @Test("ends by an error that is thrown once")
  func error() async throws {
    queue.give(Self.change(1))
    queue.finish(throwing: DatabaseError(extendedCode: .error, message: "no table"))
    queue.finish()
    #expect(try await next() == [[.integer(1)]])
    await #expect(throws: DatabaseError.self) { try await queue.next() }
    #expect(try await next() == nil)
  }

  @Test("ends for all who wait")
  func ends() async throws {
    let heard = (0..<3).map { _ in Task { [queue] in try await queue.next()?.inserted } }
    queue.finish()
    for task in heard { #expect(try await task.value == nil) }
  }

  @Test("ends with the task that waits")
  func cancelled() async throws {
    let heard = Task { [queue] in try await queue.next()?.inserted }
    heard.cancel()
    #expect(try await heard.value == nil)
    queue.give(Self.change(1))
    #expect(try await next() == nil)
  }
}
