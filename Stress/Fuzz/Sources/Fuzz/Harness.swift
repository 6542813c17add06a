import Dispatch
import Foundation
import ORM

/// What is done with the bytes that the fuzzer makes up.
protocol Harness: SendableMetatype {
  /// Inputs to begin with.
  static var seeds: [[UInt8]] { get }
  /// Uses one input, and stops the program by ``finding(_:)`` where a promise is broken.
  ///
  /// - Throws: what no use of the library should throw.
  static func run(_ input: Input) async throws
}

let harnesses: [String: any Harness.Type] = [
  "sql": RawSQL.self, "rows": RowDecoding.self, "changesets": Changesets.self,
]

/// The harness that the first argument names.
let chosenHarness = CommandLine.arguments.dropFirst().first.flatMap { harnesses[$0] }

/// Runs the harness on one input, and waits for it. The name is the one that libFuzzer looks for.
@_cdecl("LLVMFuzzerTestOneInput")
func useInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Input(Array(UnsafeBufferPointer(start: start, count: count)))
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    do {
      try await chosenHarness?.run(input)
    } catch {
      finding("the harness itself can't go on: \(error)")
    }
    done.signal()
  }
  done.wait()
  return 0
}

/// Ends the program, so that libFuzzer keeps the input.
func finding(_ description: String) -> Never {
  FileHandle.standardError.write(Data("FINDING: \(description)\n".utf8))
  abort()
}

/// What the body gives, nil where it throws an error that its callers are promised.
func attempt<Result>(_ body: () async throws -> Result) async -> Result? {
  do {
    return try await body()
  } catch {
    checkTyped(error)
    return nil
  }
}

/// A finding where the error is none of the library's public types.
func checkTyped(_ error: any Error) {
  switch error {
  case is DatabaseError, is RowDecodingError, is ValueEncodingError, is DeadlineError: return
  default: finding("an error of the type \(type(of: error)): \(error)")
  }
}

/// Writes the seeds as files where there is such a folder.
func write(_ seeds: [[UInt8]], toFolder folder: String) {
  var isFolder: ObjCBool = false
  guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
  else { return }
  for (number, seed) in seeds.enumerated() {
    let path = "\(folder)/seed-\(number)"
    guard FileManager.default.createFile(atPath: path, contents: Data(seed)) else {
      exit("can't write \(path)")
    }
  }
}

func exit(_ message: String) -> Never {
  FileHandle.standardError.write(Data("\(message)\n".utf8))
  exit(2)
}
