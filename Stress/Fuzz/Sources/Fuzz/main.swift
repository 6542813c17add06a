import CFuzzer
import Foundation

// One executable for all harnesses, with a `main` of its own: SwiftPM gives each executable one, in whose
// place that of libFuzzer can't come.
//
//   Fuzz sql|rows|changesets [libFuzzer's options] FOLDER|FILE

let arguments = Array(CommandLine.arguments.dropFirst())
guard let harness = chosenHarness else {
  exit("Fuzz \(harnesses.keys.sorted().joined(separator: "|")) [libFuzzer's options] FOLDER|FILE")
}
if let path = arguments.last { write(harness.seeds, toFolder: path) }
var options: [UnsafeMutablePointer<CChar>?] = []
for option in ["Fuzz"] + arguments.dropFirst() { options.append(strdup(option)) }
var count = Int32(options.count)
options.append(nil)
let code = options.withUnsafeMutableBufferPointer { options in
  var start = options.baseAddress
  return withUnsafeMutablePointer(to: &start) { start in
    let type = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self
    return start.withMemoryRebound(to: type, capacity: 1) {
      LLVMFuzzerRunDriver(&count, $0) { useInput($0, $1) }
    }
  }
}
exit(code)
