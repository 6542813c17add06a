// swift-tools-version: 6.2

import CompilerPluginSupport
import Foundation
import PackageDescription

/// Where the macro plugin takes SwiftSyntax from.
///
/// `swift-syntax` is the largest thing that a build of this package could compile, so its own builds
/// use the modules that the toolchain ships, wherever it has them (not on macOS, for one). Those are
/// private to the toolchain, and their search paths are unsafe flags, so a package that depends on
/// this one by version gets the `swift-syntax` package instead.
enum SwiftSyntaxSource {
  /// The toolchain's own modules, in the folder at this path.
  case toolchain(String)
  /// The `swift-syntax` package.
  case package

  /// The choice for this evaluation of the manifest.
  ///
  /// While it resolves a dependency, SwiftPM evaluates the manifest as if it lay in `/`, and later
  /// in a checkout; both must give the same answer, or the resolution fails. The environment
  /// variable `ORM_SWIFT_SYNTAX`, set to `toolchain` or to `package`, overrules the place.
  static func choose() -> Self {
    switch Context.environment["ORM_SWIFT_SYNTAX"] {
    case "package": return .package
    case "toolchain": break
    default: if isTakenByVersion { return .package }
    }
    return toolchainFolder().map(Self.toolchain) ?? .package
  }

  private static var isTakenByVersion: Bool {
    let folder = Context.packageDirectory
    return folder == "/" || folder.contains("/checkouts/")
      || folder.contains("/registry/downloads/")
  }

  /// The folder with the running toolchain's SwiftSyntax modules, if it has them.
  ///
  /// This process has loaded `usr/lib/swift/pm/ManifestAPI/libPackageDescription.so` of the
  /// toolchain that builds. The `swift` on the `PATH` may only be a proxy that starts it.
  private static func toolchainFolder() -> String? {
    #if os(Linux)
      // Line by line: Foundation takes one short read of this file for all of it, now and then.
      guard let maps = fopen("/proc/self/maps", "r") else { return nil }
      defer { fclose(maps) }
      var buffer: UnsafeMutablePointer<CChar>?
      defer { free(buffer) }
      var capacity = 0
      while getline(&buffer, &capacity, maps) > 0, let buffer {
        let line = String(cString: buffer)
        guard
          let start = line.firstIndex(of: "/"),
          let end = line.range(of: "/pm/ManifestAPI/libPackageDescription.so")
        else { continue }
        let host = line[start..<end.lowerBound] + "/host"
        let module = host + "/SwiftCompilerPluginMessageHandling.swiftmodule"
        return FileManager.default.fileExists(atPath: String(module)) ? String(host) : nil
      }
    #endif
    return nil
  }

  /// The packages to resolve.
  var packages: [Package.Dependency] {
    switch self {
    case .toolchain: []
    case .package:
      // The widest range that builds: two macro packages whose ranges do not meet cannot be used
      // together.
      [
        .package(
          url: "https://github.com/swiftlang/swift-syntax.git", "600.0.0"..<"604.0.0")
      ]
    }
  }

  /// The products of `swift-syntax` that a target needs, of those with these names.
  func products(_ names: String...) -> [Target.Dependency] {
    switch self {
    case .toolchain: []
    case .package: names.map { .product(name: $0, package: "swift-syntax") }
    }
  }

  /// What a target is compiled with, so that it builds in less time.
  ///
  /// An index of the system's modules, which a debug build writes beside the code, means to compile
  /// them anew. And LLVM checks what the compiler hands it, a test of the compiler itself.
  ///
  /// Each batch of files reads the whole module again (by itself, the compiler makes one of every 25
  /// files), and writes down what depends on what, so that the next build can leave out what has not
  /// changed: a third of the library's time. So it is compiled as a whole, unless the environment
  /// variable `ORM_INCREMENTAL` is set, as it should be by who edits it.
  ///
  /// These are unsafe flags to SwiftPM, so a package that depends on this one by version does without.
  ///
  /// - Parameter batches: How many, where the target is not compiled as a whole.
  func buildSettings(batches: Int? = nil) -> [SwiftSetting] {
    guard case .toolchain = self else { return [] }
    let isWhole = batches == nil && Context.environment["ORM_INCREMENTAL"] == nil
    let order =
      isWhole
      ? ["-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"]
      : ["-driver-batch-count", "\(batches ?? 1)"]
    return [
      .unsafeFlags(
        ["-index-ignore-system-modules", "-Xfrontend", "-disable-llvm-verify"] + order)
    ]
  }

  /// The settings of the module with the statement cache, in addition.
  ///
  /// Debug builds of this package, in which all tests run, render each statement that was found by
  /// its shape, and compare the text.
  static var shapeSettings: [SwiftSetting] {
    isTakenByVersion ? [] : [.define("CHECKS_SHAPES", .when(configuration: .debug))]
  }

  /// The settings of the core's tests, in addition: the module with the macros is called ORM there,
  /// as in generated code.
  static var coreTestSettings: [SwiftSetting] {
    isTakenByVersion ? [] : [.unsafeFlags(["-module-alias", "ORM=CoreMacros"])]
  }

  /// What the plugin is compiled with, besides: a release build does not optimize it.
  ///
  /// To optimize it takes 14 s, and makes a table's expansion shorter by 1 ms: most of that is in the
  /// toolchain's SwiftSyntax, which is optimized.
  var pluginSettings: [SwiftSetting] {
    guard case .toolchain = self else { return [] }
    return [.unsafeFlags(["-Onone"], .when(configuration: .release))]
  }

  /// What a target that imports SwiftSyntax is compiled with.
  var swiftSettings: [SwiftSetting] {
    switch self {
    case .toolchain(let folder):
      buildSettings()
        + [.define("TOOLCHAIN_SWIFT_SYNTAX"), .unsafeFlags(["-I", folder])]
    case .package: []
    }
  }

  /// What an executable that imports SwiftSyntax is linked with.
  var linkerSettings: [LinkerSetting] {
    switch self {
    case .toolchain(let folder):
      [.unsafeFlags(["-L", folder, "-Xlinker", "-rpath", "-Xlinker", folder])]
    case .package: []
    }
  }
}

let swiftSyntax = SwiftSyntaxSource.choose()

let package = Package(
  name: "ORM",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "ORM", targets: ["ORM"]),
    .library(name: "ORMTesting", targets: ["ORMTesting"]),
    .library(name: "ORMXML", targets: ["ORMXML"]),
    .executable(name: "orm", targets: ["ORMTool"]),
    .executable(name: "orm-read", targets: ["ORMReadTool"]),
    .plugin(name: "ORMCommand", targets: ["ORMCommand"]),
  ],
  // Off unless they are asked for; who does without them resolves none of their packages.
  traits: [
    .trait(name: "Logging", description: "Statements go to swift-log."),
    .trait(name: "Metrics", description: "Statements are measured by swift-metrics."),
    .trait(name: "Tracing", description: "Statements are spans of swift-distributed-tracing."),
    .trait(
      name: "ServiceLifecycle",
      description: "A database is a service of swift-service-lifecycle."),
    .trait(name: "Tool", description: "The executable orm, on swift-argument-parser."),
  ],
  dependencies: swiftSyntax.packages + [
    // From the versions that they have been built and tested with.
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]
    ),
    // What C's library has under another module's name on each platform: a header, and nothing to link.
    .systemLibrary(name: "CPlatform"),
    // What reads a declaration: for the plugin, and for tools that read programs.
    .target(
      name: "ORMDeclarations",
      dependencies: swiftSyntax.products("SwiftDiagnostics", "SwiftSyntax", "SwiftSyntaxBuilder"),
      swiftSettings: swiftSyntax.swiftSettings + swiftSyntax.pluginSettings
    ),
    .macro(
      name: "ORMMacros",
      dependencies: ["ORMDeclarations"]
        + swiftSyntax.products(
          "SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftSyntax", "SwiftSyntaxBuilder",
          "SwiftSyntaxMacros"),
      swiftSettings: swiftSyntax.swiftSettings + swiftSyntax.pluginSettings,
      linkerSettings: swiftSyntax.linkerSettings
    ),
    // What reads the tables of a program from its sources, for tools: `ORM` knows nothing of it.
    .target(
      name: "ORMReading",
      dependencies: ["ORMCore", "ORMDeclarations", "ORMSchema"]
        + swiftSyntax.products(
          "SwiftDiagnostics", "SwiftParser", "SwiftParserDiagnostics", "SwiftSyntax",
          "SwiftSyntaxBuilder"),
      swiftSettings: swiftSyntax.swiftSettings),
    // All but the macros, so that it compiles beside the plugin and not after it. The core knows no database.
    .target(
      name: "ORMCore", dependencies: ["CPlatform"],
      swiftSettings: swiftSyntax.buildSettings()),
    // What a database's tables are, as values: no statement runs here.
    .target(
      name: "ORMSchema", dependencies: ["ORMCore"],
      swiftSettings: swiftSyntax.buildSettings()),
    .target(
      name: "ORMSQLite", dependencies: ["CPlatform", "CSQLite", "ORMCore", "ORMSchema"],
      swiftSettings: swiftSyntax.buildSettings() + SwiftSyntaxSource.shapeSettings),
    .target(
      name: "ORM",
      dependencies: [
        "ORMCore", "ORMMacros", "ORMSQLite", "ORMSchema",
        .target(name: "ORMLogging", condition: .when(traits: ["Logging"])),
        .target(name: "ORMMetrics", condition: .when(traits: ["Metrics"])),
        .target(name: "ORMTracing", condition: .when(traits: ["Tracing"])),
        .target(name: "ORMServiceLifecycle", condition: .when(traits: ["ServiceLifecycle"])),
      ],
      swiftSettings: swiftSyntax.buildSettings()),
    // What a trait adds to `ORM`: empty without it.
    .target(
      name: "ORMLogging",
      dependencies: [
        "ORMCore",
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Logging"])),
      ],
      swiftSettings: swiftSyntax.buildSettings()),
    .target(
      name: "ORMMetrics",
      dependencies: [
        "ORMCore",
        .product(
          name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
      ],
      swiftSettings: swiftSyntax.buildSettings()),
    .target(
      name: "ORMTracing",
      dependencies: [
        "ORMCore",
        .product(
          name: "Tracing", package: "swift-distributed-tracing",
          condition: .when(traits: ["Tracing"])),
      ],
      swiftSettings: swiftSyntax.buildSettings()),
    .target(
      name: "ORMServiceLifecycle",
      dependencies: [
        "ORMCore", "ORMSQLite",
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle",
          condition: .when(traits: ["ServiceLifecycle"])),
      ],
      swiftSettings: swiftSyntax.buildSettings()),
    // What tests of the library's users need; it stands on Swift Testing, which the toolchain has.
    .target(
      name: "ORMTesting", dependencies: ["ORM", "ORMSQLite"],
      swiftSettings: swiftSyntax.buildSettings()),
    // Schemas as XML: the only target that links Foundation's parser.
    .target(
      name: "ORMXML", dependencies: ["ORMCore", "ORMSchema"],
      exclude: ["orm-database.xsd"],
      swiftSettings: swiftSyntax.buildSettings()),
    // What the tool `orm` does, without its command line.
    .target(
      name: "ORMToolKit", dependencies: ["ORMCore", "ORMSchema", "ORMSQLite"],
      swiftSettings: swiftSyntax.buildSettings()),
    // The product `orm`, which is named otherwise than `ORM` in either case: empty without the trait.
    .executableTarget(
      name: "ORMTool",
      dependencies: [
        .target(name: "ORMToolKit", condition: .when(traits: ["Tool"])),
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: ["Tool"])),
      ],
      swiftSettings: swiftSyntax.buildSettings()),
    // What `orm` asks for packages and XML: it is linked with the Swift parser of the toolchain, and with all
    // of Foundation. Empty without the trait.
    .executableTarget(
      name: "ORMReadTool",
      dependencies: [
        .target(name: "ORMReading", condition: .when(traits: ["Tool"])),
        .target(name: "ORMSchema", condition: .when(traits: ["Tool"])),
        .target(name: "ORMXML", condition: .when(traits: ["Tool"])),
      ],
      swiftSettings: swiftSyntax.swiftSettings,
      linkerSettings: swiftSyntax.linkerSettings),
    .plugin(
      name: "ORMCommand",
      capability: .command(
        intent: .custom(verb: "orm", description: "Compares a package's tables with databases.")),
      dependencies: [
        .target(name: "ORMTool", condition: .when(traits: ["Tool"])),
        .target(name: "ORMReadTool", condition: .when(traits: ["Tool"])),
      ]),
    // It compiles the macros' sources itself (`MacroSources` is a link to them): a test target that
    // depends on a macro makes SwiftPM build everything that tests use twice.
    .testTarget(
      name: "ORMMacrosTests",
      dependencies: ["ORMDeclarations"]
        + swiftSyntax.products(
          "SwiftDiagnostics", "SwiftParser", "SwiftParserDiagnostics", "SwiftSyntax",
          "SwiftSyntaxBuilder", "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros"),
      swiftSettings: swiftSyntax.swiftSettings,
      linkerSettings: swiftSyntax.linkerSettings
    ),
    // Tables of another module, so that `ORMTests` sees what a `public` table offers its users.
    .target(
      name: "PublicTables", dependencies: ["ORM"], path: "Tests/PublicTables",
      swiftSettings: swiftSyntax.buildSettings()),
    .testTarget(
      name: "ORMTests",
      dependencies: ["ORM", "ORMCore", "ORMSQLite", "ORMTesting", "ORMXML", "PublicTables"],
      exclude: ["MustNotCompile/Programs"],
      swiftSettings: swiftSyntax.buildSettings(batches: 3)),
    // The macros for tests of the core, which no engine is part of.
    .target(
      name: "CoreMacros", dependencies: ["ORMCore", "ORMMacros"], path: "Tests/CoreMacros",
      swiftSettings: swiftSyntax.buildSettings()),
    .testTarget(
      name: "ORMCoreTests", dependencies: ["CoreMacros", "ORMCore"],
      swiftSettings: swiftSyntax.buildSettings(batches: 1) + SwiftSyntaxSource.coreTestSettings),
    .testTarget(
      name: "ORMSchemaTests", dependencies: ["CSQLite", "ORMCore", "ORMSchema"],
      swiftSettings: swiftSyntax.buildSettings(batches: 1)),
    .testTarget(
      name: "OlderMapperTests", dependencies: ["ORM"],
      swiftSettings: swiftSyntax.buildSettings(batches: 1)),
    .testTarget(
      name: "ORMMigrationTests",
      dependencies: ["CSQLite", "ORM", "ORMCore", "ORMSchema", "ORMTesting"],
      swiftSettings: swiftSyntax.buildSettings(batches: 1)),
    .testTarget(
      name: "ORMToolTests",
      dependencies: ["CSQLite", "ORMCore", "ORMSchema", "ORMSQLite", "ORMToolKit"],
      swiftSettings: swiftSyntax.buildSettings(batches: 1)),
    .testTarget(
      name: "ORMXMLTests", dependencies: ["ORM", "ORMXML"],
      swiftSettings: swiftSyntax.buildSettings(batches: 1)),
    // Which types this program has: a header, and nothing to link.
    .systemLibrary(name: "TypeRecords", path: "Tests/TypeRecords"),
    .testTarget(
      name: "ORMReadingTests", dependencies: ["ORM", "ORMReading", "ORMSchema", "TypeRecords"],
      swiftSettings: swiftSyntax.swiftSettings,
      linkerSettings: swiftSyntax.linkerSettings
    ),
    // Code that is on the main actor unless it says otherwise, as in most new apps.
    .testTarget(
      name: "MainActorTests",
      dependencies: ["ORM"],
      swiftSettings: swiftSyntax.buildSettings(batches: 3) + [.defaultIsolation(MainActor.self)]
    ),
  ]
)
