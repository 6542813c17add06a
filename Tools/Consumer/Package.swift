// swift-tools-version: 6.2

import PackageDescription

// `Tools/check-consumer.sh` says where the tagged clone is, and may ask for one version of
// `swift-syntax`.
let package = Package(
  name: "Consumer",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: Context.environment["ORM_CLONE"] ?? "", from: "0.1.0")
  ]
    + (Context.environment["SWIFT_SYNTAX_VERSION"].map {
      [
        .package(
          url: "https://github.com/swiftlang/swift-syntax.git",
          exact: Version(stringLiteral: $0))
      ]
    } ?? []),
  targets: [
    // The tables in a module of their own, as larger programs have them.
    .target(name: "Notebook", dependencies: [.product(name: "ORM", package: "ORM")]),
    .executableTarget(name: "Consumer", dependencies: ["Notebook"]),
    .testTarget(
      name: "NotebookTests",
      dependencies: ["Notebook", .product(name: "ORMTesting", package: "ORM")]),
  ]
)
