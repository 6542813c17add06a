/// What can happen to a file.
enum Damage: CaseIterable {
  case cutOff, noise, zeros, flippedBits, swappedPages, copiedPage, growth, header, numbers
}

extension DatabaseBytes {
  /// Damages the file, the log, or both.
  ///
  /// - Returns: what was done.
  mutating func damage(by random: inout SeededGenerator) -> String {
    var words: [String] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      guard let damage = Damage.allCases.randomElement(using: &random) else { continue }
      if !log.isEmpty && Bool.random(using: &random) {
        words.append("\(damage) in the log")
        log.apply(damage, pageSize: pageSize + 24, by: &random)
      } else {
        words.append("\(damage)")
        file.apply(damage, pageSize: pageSize, by: &random)
      }
    }
    return words.joined(separator: ", ")
  }
}

extension [UInt8] {
  /// Damages the bytes, of which there may be none afterwards.
  mutating func apply(_ damage: Damage, pageSize: Int, by random: inout SeededGenerator) {
    guard !isEmpty else { return }
    switch damage {
    case .cutOff: removeLast(Int.random(in: 1...count, using: &random))
    case .noise:
      for index in range(by: &random) { self[index] = UInt8.random(in: 0...255, using: &random) }
    case .zeros:
      for index in range(by: &random) { self[index] = 0 }
    case .flippedBits:
      for _ in 0..<Int.random(in: 1...64, using: &random) {
        let index = Int.random(in: 0..<count, using: &random)
        self[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
    case .swappedPages, .copiedPage:
      guard count >= 2 * pageSize else { return }
      let pages = count / pageSize
      let (one, other) = (
        Int.random(in: 0..<pages, using: &random), Int.random(in: 0..<pages, using: &random)
      )
      for index in 0..<pageSize {
        let (left, right) = (one * pageSize + index, other * pageSize + index)
        if damage == .swappedPages { swapAt(left, right) } else { self[left] = self[right] }
      }
    case .growth:
      for _ in 0..<Int.random(in: 1...(2 * pageSize), using: &random) {
        append(UInt8.random(in: 0...255, using: &random))
      }
    case .header:
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        self[Int.random(in: 0..<Swift.min(100, count), using: &random)] =
          UInt8.random(in: 0...255, using: &random)
      }
    case .numbers:
      // Where a page begins stand what kind it is, how many cells it has, and where they are.
      let page = Int.random(in: 0...(count / pageSize), using: &random) * pageSize
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let index = page + Int.random(in: 0..<24, using: &random)
        if index < count {
          self[index] = [0, 1, 2, 5, 10, 13, 255].randomElement(using: &random) ?? 0
        }
      }
    }
  }

  private func range(by random: inout SeededGenerator) -> Range<Int> {
    let start = Int.random(in: 0..<count, using: &random)
    let limit = Swift.min(count, start + Int.random(in: 1...3_000, using: &random))
    return start..<limit
  }
}
