import SwiftSyntax

/// Finds lines and columns in a part of a file.
struct SpotFinder {
  /// The position at which the part begins.
  private let start: Spot
  /// The offsets at which its lines begin.
  private let lines: [Int]

  init(of bytes: UnsafeBufferPointer<UInt8>, at start: Spot) {
    self.start = start
    var lines = [0]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      lines.append(offset + 1)
    }
    self.lines = lines
  }

  func spot(at offset: Int) -> Spot {
    var low = 0
    var high = lines.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines[middle] <= offset { low = middle } else { high = middle }
    }
    let column = offset - lines[low]
    return Spot(
      line: start.line + low, column: low == 0 ? start.column + column : column + 1)
  }

  func spot(of node: some SyntaxProtocol) -> Spot {
    spot(at: node.positionAfterSkippingLeadingTrivia.utf8Offset)
  }
}
