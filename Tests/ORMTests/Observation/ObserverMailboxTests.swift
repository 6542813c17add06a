import Testing

@testable import ORMSQLite

@Suite("The mailbox of an observer")
struct ObserverMailboxTests {
  @Test("A waiting observer is woken once, with the strongest message")
  func wakes() async throws {
    let mailbox = ObserverMailbox()
    #expect(!mailbox.leave(.changed))
    #expect(try await mailbox.next() == .changed)
    let heard = Task {
      var heard: [ObserverMailbox.Message] = []
      repeat { heard.append(try await mailbox.next()) } while heard.last == .changed
      return heard.last
    }
    // A message that is left before it waits is taken without a wakeup.
    while !mailbox.leave(.changed) { await Task.yield() }
    #expect(!mailbox.leave(.schemaChanged))
    #expect(!mailbox.leave(.changed))
    mailbox.wake()
    #expect(try await heard.value == .schemaChanged)
    mailbox.wake()
    #expect(!mailbox.leave(.closed))
    #expect(try await mailbox.next() == .closed)
  }
}
