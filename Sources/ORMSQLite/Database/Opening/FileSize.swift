#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import ORMCore

/// The size of a file, in bytes; 0 if there is none.
func sizeOfFile(_ path: String) -> Int {
  let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size]
  // The type of the value differs between platforms.
  if let size = size as? Int { return size }
  return (size as? any BinaryInteger).map { Int(clamping: $0) } ?? 0
}
