/// Encodes bytes as digits, in pieces: BLOBs are large, and take most of the time of an export.
enum EncodedBytes {
  /// The number of bytes that are encoded at once, a multiple of 3.
  private static let piece = 3072

  /// The two digits of each byte, in the order of memory.
  private static let hexPairs: [UInt16] = pairs(of: "0123456789abcdef")

  /// The two digits of each 12 bits.
  private static let base64Pairs: [UInt16] = pairs(
    of: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  private static func pairs(of digits: StaticString) -> [UInt16] {
    let digits = digits.withUTF8Buffer { Array($0) }
    return digits.flatMap { high in
      digits.map { low in UInt16(littleEndian: UInt16(high) | UInt16(low) << 8) }
    }
  }

  /// Appends the digits of each byte: `00ff`.
  static func appendHex(_ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    hexPairs.withUnsafeBufferPointer { pairs in
      append(bytes, to: &output, digitsOfPiece: 2 * piece) { part, digits in
        for (place, byte) in part.enumerated() {
          digits.storeBytes(of: pairs[Int(byte)], toByteOffset: 2 * place, as: UInt16.self)
        }
        return 2 * part.count
      }
    }
  }

  /// Appends base64 with padding; see RFC 4648.
  static func appendBase64(_ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    base64Pairs.withUnsafeBufferPointer { pairs in
      append(bytes, to: &output, digitsOfPiece: piece / 3 * 4) { part, digits in
        var (place, end) = (0, 0)
        func write(_ bits: Int) {
          digits.storeBytes(of: pairs[bits >> 12], toByteOffset: end, as: UInt16.self)
          digits.storeBytes(of: pairs[bits & 0xfff], toByteOffset: end + 2, as: UInt16.self)
          end += 4
        }
        while place + 3 <= part.count {
          write(Int(part[place]) << 16 | Int(part[place + 1]) << 8 | Int(part[place + 2]))
          place += 3
        }
        let rest = part.count - place
        if rest == 0 { return end }
        write(Int(part[place]) << 16 | (rest == 2 ? Int(part[place + 1]) << 8 : 0))
        for padding in 0..<(3 - rest) { digits[end - 1 - padding] = UInt8(ascii: "=") }
        return end
      }
    }
  }

  /// - Parameter encode: Writes the digits of a piece, and returns their number.
  private static func append(
    _ bytes: UnsafeRawBufferPointer, to output: inout [UInt8], digitsOfPiece: Int,
    _ encode: (UnsafeRawBufferPointer, UnsafeMutableRawBufferPointer) -> Int
  ) {
    let needed = output.count + bytes.count / piece * digitsOfPiece + digitsOfPiece
    // An exact capacity for each of many values would copy the output each time.
    if needed > output.capacity { output.reserveCapacity(max(needed, 2 * output.capacity)) }
    withUnsafeTemporaryAllocation(byteCount: digitsOfPiece, alignment: 2) { digits in
      for start in stride(from: 0, to: bytes.count, by: piece) {
        let part = UnsafeRawBufferPointer(
          rebasing: bytes[start..<min(start + piece, bytes.count)])
        let count = encode(part, digits)
        output.append(contentsOf: UnsafeRawBufferPointer(rebasing: digits[..<count]))
      }
    }
  }
}
