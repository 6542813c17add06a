import Testing

@testable import ORMSQLite

/// Bound bytes stay at the address that SQLite was given, whatever is bound after them.
@Suite("The memory of bound parameters")
struct ParameterArenaTests {
  private func store(_ bytes: [UInt8], in arena: ParameterArena) -> UnsafeRawBufferPointer {
    bytes.withUnsafeBytes { UnsafeRawBufferPointer(start: arena.store($0), count: $0.count) }
  }

  @Test("Stored bytes keep their address and content until the arena is reset")
  func stays() {
    let arena = ParameterArena()
    for round in 1...3 {
      var stored: [(UInt8, UnsafeRawBufferPointer)] = []
      for (place, count) in [3, 0, 500, 40, 600, 1, 300_000, 7, 262_144, 20].enumerated() {
        let byte = UInt8(16 * round + place)
        stored.append((byte, store(Array(repeating: byte, count: count), in: arena)))
      }
      for (byte, bytes) in stored {
        #expect(bytes.baseAddress != nil)
        #expect(bytes.allSatisfy { $0 == byte })
      }
      // The reset frees memory that statements still point to, so they must be bound again.
      #expect(arena.isExtended)
      arena.reset()
      #expect(!arena.isExtended)
    }
  }

  @Test("Each stored byte is returned once by takeUnchecked")
  func takesUncheckedOnce() {
    let arena = ParameterArena()
    func taken() -> [UInt8] { arena.takeUnchecked().flatMap { Array($0) } }
    for round in 1...3 {
      #expect(taken().isEmpty)
      for count in [3, 400, 200, 300_000, 7] {
        let bytes = [UInt8](repeating: UInt8(round), count: count)
        _ = store(bytes, in: arena)
        #expect(taken() == bytes)
      }
      // Several chunks at a time.
      for count in [200_000, 200_000, 5] { _ = store(Array(repeating: 9, count: count), in: arena) }
      #expect(taken().count == 400_005)
      _ = store([1, 2, 3], in: arena)
      arena.reset()
    }
  }

  @Test("An arena starts small, and stays large after it had to grow")
  func grows() {
    let arena = ParameterArena()
    for _ in 1...3 {
      _ = store(Array(repeating: 1, count: 400), in: arena)
      #expect(!arena.isExtended)
      arena.reset()
    }
    #expect(arena.size < 1024)
    _ = store(Array(repeating: 2, count: 4000), in: arena)
    #expect(arena.isExtended)
    arena.reset()
    #expect(arena.size == ParameterArena.wholeSize)
    for _ in 1...50 { _ = store(Array(repeating: 3, count: 4000), in: arena) }
    #expect(!arena.isExtended)
  }
}
