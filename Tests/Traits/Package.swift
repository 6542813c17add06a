// swift-tools-version: 6.2

import PackageDescription

// Tests of what the traits add, as a server has them all. They are a package of their own, so that the
// library's own tests resolve no other package.
let package = Package(
  name: "Traits",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(
      name: "ORM", path: "../..", traits: ["Logging", "Metrics", "Tracing", "ServiceLifecycle"]),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .testTarget(
      name: "TraitTests",
      dependencies: [
        .product(name: "ORM", package: "ORM"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
      ],
      path: "TraitTests")
  ]
)
