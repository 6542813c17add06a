// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ORM", path: "..")],
  targets: [
    .systemLibrary(name: "CSQLiteForBaseline", pkgConfig: "sqlite3"),
    .target(name: "CBaseline", dependencies: ["CSQLiteForBaseline"]),
    .executableTarget(
      name: "Benchmarks", dependencies: ["CBaseline", .product(name: "ORM", package: "ORM")]),
  ]
)
