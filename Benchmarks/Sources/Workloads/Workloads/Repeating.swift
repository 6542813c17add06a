/// Does something several times.
///
/// - Returns: the sum of the checksums.
func repeating(_ count: Int, _ body: () throws -> Int64) rethrows -> Int64 {
  var sum: Int64 = 0
  for _ in 0..<count { sum &+= try body() }
  return sum
}

/// Does something several times.
///
/// - Returns: the sum of the checksums.
func repeating(_ count: Int, _ body: () async throws -> Int64) async rethrows -> Int64 {
  var sum: Int64 = 0
  for _ in 0..<count { sum &+= try await body() }
  return sum
}
