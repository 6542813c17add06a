// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ORM", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.3.0"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    .systemLibrary(name: "CSQLiteForBaseline", pkgConfig: "sqlite3"),
    .target(name: "CBaseline", dependencies: ["CSQLiteForBaseline"]),
    .target(
      name: "CTuned", dependencies: ["CBaseline", "CSQLiteForBaseline"],
      // SQLite's functions are called where they are, and not through the linker's stubs.
      cSettings: [.unsafeFlags(["-fno-plt"], .when(platforms: [.linux]))]),
    .target(
      name: "Workloads",
      dependencies: [
        "CBaseline", "CTuned", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "ORM", package: "ORM"),
      ]),
    // Requests to the tool that counts instructions.
    .target(name: "CCallgrind"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CBaseline", "Workloads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "Instructions",
      dependencies: [
        "CCallgrind", "Workloads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      // Valgrind can't read the debug information that the compiler writes; names are still there.
      linkerSettings: [.unsafeFlags(["-Xlinker", "-S"], .when(platforms: [.linux]))]),
  ]
)
