/// The offsets at which the lines of a text begin.
struct XMLLines {
  private var starts = [0]

  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      var place = 0
      while place < bytes.count {
        let byte = bytes[place]
        place += 1
        if byte > 0x0D { continue }
        // `\r\n`, `\r` and `\n` each end one line.
        let isEnd = byte == 0x0A || byte == 0x0D && (place == bytes.count || bytes[place] != 0x0A)
        if isEnd { starts.append(place) }
      }
    }
  }

  func place(of offset: Int) -> Place {
    var range = 0..<starts.count
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = starts[middle] <= offset ? middle..<range.upperBound : range.lowerBound..<middle
    }
    let line = range.lowerBound
    return Place(line: line + 1, column: offset - starts[line] + 1)
  }
}
