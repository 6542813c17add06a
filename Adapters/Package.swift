// swift-tools-version: 6.2

import PackageDescription

// Hooks for the packages by which servers log, measure and trace. They are a package of their own, so
// that ORM itself depends on none of them.
let package = Package(
  name: "Adapters",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "ORMLogging", targets: ["ORMLogging"]),
    .library(name: "ORMMetrics", targets: ["ORMMetrics"]),
    .library(name: "ORMTracing", targets: ["ORMTracing"]),
  ],
  dependencies: [
    .package(name: "ORM", path: ".."),
    // From the versions that they have been built and tested with.
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
  ],
  targets: [
    .target(
      name: "ORMLogging",
      dependencies: [
        .product(name: "ORM", package: "ORM"), .product(name: "Logging", package: "swift-log"),
      ]),
    .target(
      name: "ORMMetrics",
      dependencies: [
        .product(name: "ORM", package: "ORM"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
      ]),
    .target(
      name: "ORMTracing",
      dependencies: [
        .product(name: "ORM", package: "ORM"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
    .testTarget(
      name: "AdapterTests",
      dependencies: [
        "ORMLogging", "ORMMetrics", "ORMTracing",
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
      ]),
  ]
)
