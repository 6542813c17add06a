// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ORM", path: "../..")],
  targets: [
    .systemLibrary(name: "CFuzzer"),
    .executableTarget(
      name: "Fuzz", dependencies: ["CFuzzer", .product(name: "ORM", package: "ORM")],
      // The compiler knows where libFuzzer is. For all targets, as a flag of the build, it would give the
      // macros' plugin a second `main`.
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]),
  ]
)
