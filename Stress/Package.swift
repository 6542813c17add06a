// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Stress",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ORM", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .target(name: "CHeap"),
    .target(name: "FaultVFS", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "Scheduling"),
    .executableTarget(
      name: "Stress",
      dependencies: [
        "CHeap", "FaultVFS", "Scheduling",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "ORM", package: "ORM"),
      ]),
  ]
)
