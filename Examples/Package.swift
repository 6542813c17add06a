// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ORM", path: "..")],
  targets: [
    .executableTarget(
      name: "QuickStart", dependencies: [.product(name: "ORM", package: "ORM")]),
    .executableTarget(
      name: "SeedBank", dependencies: [.product(name: "ORM", package: "ORM")],
      resources: [.copy("seedbank.sql")]),
  ]
)
