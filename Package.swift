// swift-tools-version: 6.2

import CompilerPluginSupport
import Foundation
import PackageDescription

/// The source of SwiftSyntax for the macro plugin.
///
/// `swift-syntax` is the largest dependency that a build of this package could compile, so builds
/// of the package itself use the modules that the toolchain ships, if it has them (on macOS, it
/// does not). These are private to the toolchain, and their search paths are unsafe flags, so a
/// package that depends on this one by version or branch gets the `swift-syntax` package instead.
enum SwiftSyntaxSource {
  /// The toolchain's own modules, in the folder at this path.
  case toolchain(String)
  /// The `swift-syntax` package.
  case package

  /// The choice for this evaluation of the manifest.
  ///
  /// While it resolves a dependency, SwiftPM evaluates the manifest as if it were in `/`, and later
  /// in a checkout. Both have to return the same choice, or the resolution fails. The environment
  /// variable `ORM_SWIFT_SYNTAX`, set to `toolchain` or to `package`, overrides the folder.
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
  /// toolchain that builds; the `swift` on the `PATH` may be a proxy that starts it.
  private static func toolchainFolder() -> String? {
    #if os(Linux)
      // Line by line: Foundation sometimes takes one short read of this file for all of it.
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
      // together. `.ci/run` builds and tests 600.0.1 and 603.0.1. With 604 (its branch
      // release/6.4.x of June 2026), the plugin was built, and expanded tables to the same code.
      [
        .package(
          url: "https://github.com/swiftlang/swift-syntax.git", "600.0.0"..<"605.0.0")
      ]
    }
  }

  /// The products of `swift-syntax` with these names; none if the toolchain's modules are used.
  func products(_ names: String...) -> [Target.Dependency] {
    switch self {
    case .toolchain: []
    case .package: names.map { .product(name: $0, package: "swift-syntax") }
    }
  }

  /// The flags by which a target builds in less time.
  ///
  /// Debug builds don't index the system's modules, which would compile them again, and don't run
  /// LLVM's verifier, which tests the compiler itself.
  ///
  /// Each batch of files reads the whole module again (the compiler's default is a batch for 25
  /// files), and records dependencies for the next incremental build. Both take a third of the
  /// library's build time, so the module is compiled as a whole. Set the environment variable
  /// `ORM_INCREMENTAL` when you work on the library. SwiftPM passes `-incremental` as well, which
  /// no flag undoes, so the compiler remarks for each module that it has been disabled.
  ///
  /// To SwiftPM these are unsafe flags, so dependencies by version or branch are built without
  /// them.
  ///
  /// - Parameter batches: The number of batches, or nil to compile the target as a whole.
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

  /// The additional settings of the modules that look up cached statements.
  ///
  /// Debug builds of this package, in which all tests run, render each statement that was found by
  /// its key, and compare the text.
  static var keyCheckSettings: [SwiftSetting] {
    isTakenByVersion ? [] : [.define("CHECKS_KEYS", .when(configuration: .debug))]
  }

  /// The additional settings of the core's tests, some of which are also tests of the library: the
  /// module that they import as ORM is the one with the macros alone.
  static var coreTestSettings: [SwiftSetting] {
    isTakenByVersion ? [] : [.unsafeFlags(["-module-alias", "ORM=CoreMacros"])]
  }

  /// The additional settings of the plugin: a release build does not optimize it.
  ///
  /// Optimizing it takes 14 s, and saves 1 ms for each table: most of an expansion is spent in the
  /// toolchain's SwiftSyntax, which is optimized.
  var pluginSettings: [SwiftSetting] {
    guard case .toolchain = self else { return [] }
    return [.unsafeFlags(["-Onone"], .when(configuration: .release))]
  }

  /// The compiler settings of a target that imports SwiftSyntax.
  var swiftSettings: [SwiftSetting] {
    switch self {
    case .toolchain(let folder):
      buildSettings()
        + [.define("TOOLCHAIN_SWIFT_SYNTAX"), .unsafeFlags(["-I", folder])]
    case .package: []
    }
  }

  /// The linker settings of an executable that imports SwiftSyntax.
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
  // Off by default; a package that does not enable them resolves none of their dependencies.
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
    // The oldest versions that this package has been built and tested with.
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
    // The C library, whose module's name depends on the platform: a header, nothing to link.
    .systemLibrary(name: "CPlatform"),
    // Reads declarations, for the plugin and for tools that read source code.
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
    // Reads the tables of a program from its sources, for tools. `ORM` does not use it.
    .target(
      name: "ORMReading",
      dependencies: ["ORMCore", "ORMDeclarations", "ORMSchema"]
        + swiftSyntax.products(
          "SwiftDiagnostics", "SwiftParser", "SwiftParserDiagnostics", "SwiftSyntax",
          "SwiftSyntaxBuilder"),
      swiftSettings: swiftSyntax.swiftSettings),
    // Everything but the macros, so that it compiles in parallel with the plugin. The core uses no
    // database.
    .target(
      name: "ORMCore", dependencies: ["CPlatform"],
      swiftSettings: swiftSyntax.buildSettings() + SwiftSyntaxSource.keyCheckSettings),
    // Tables of databases as values. No statement runs here.
    .target(
      name: "ORMSchema", dependencies: ["ORMCore"],
      swiftSettings: swiftSyntax.buildSettings()),
    .target(
      name: "ORMSQLite", dependencies: ["CPlatform", "CSQLite", "ORMCore", "ORMSchema"],
      swiftSettings: swiftSyntax.buildSettings() + SwiftSyntaxSource.keyCheckSettings),
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
    // The code that a trait adds to `ORM`: empty without the trait.
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
    // For tests of the library's users. It needs Swift Testing, which the toolchain ships.
    .target(
      name: "ORMTesting", dependencies: ["ORM", "ORMSQLite"],
      swiftSettings: swiftSyntax.buildSettings()),
    // Schemas as XML: the only target that links Foundation's parser.
    .target(
      name: "ORMXML", dependencies: ["ORMCore", "ORMSchema"],
      exclude: ["orm-database.xsd"],
      swiftSettings: swiftSyntax.buildSettings()),
    // The functions of the tool `orm`, without its command line.
    .target(
      name: "ORMToolKit", dependencies: ["ORMCore", "ORMSchema", "ORMSQLite"],
      swiftSettings: swiftSyntax.buildSettings()),
    // The product `orm`. The target's name differs from `ORM` also if case is ignored. Empty
    // without the trait.
    .executableTarget(
      name: "ORMTool",
      dependencies: [
        .target(name: "ORMToolKit", condition: .when(traits: ["Tool"])),
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: ["Tool"])),
      ],
      swiftSettings: swiftSyntax.buildSettings()),
    // Reads packages and XML for `orm`. It is linked with the toolchain's Swift parser, and with
    // all of Foundation. Empty without the trait.
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
    // It compiles the macros' sources itself (`MacroSources` is a symbolic link): a test target
    // that depends on a macro makes SwiftPM build everything that tests use twice.
    .testTarget(
      name: "ORMMacrosTests",
      dependencies: ["ORMDeclarations"]
        + swiftSyntax.products(
          "SwiftDiagnostics", "SwiftParser", "SwiftParserDiagnostics", "SwiftSyntax",
          "SwiftSyntaxBuilder", "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros"),
      swiftSettings: swiftSyntax.swiftSettings,
      linkerSettings: swiftSyntax.linkerSettings
    ),
    // Tables of another module, so that `ORMTests` uses `public` tables as other modules do.
    .target(
      name: "PublicTables", dependencies: ["ORM"], path: "Tests/PublicTables",
      swiftSettings: swiftSyntax.buildSettings()),
    .testTarget(
      name: "ORMTests",
      dependencies: ["ORM", "ORMCore", "ORMSQLite", "ORMTesting", "ORMXML", "PublicTables"],
      exclude: ["MustNotCompile/Programs"],
      swiftSettings: swiftSyntax.buildSettings(batches: 3)),
    // The macros for tests of the core, without an engine.
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
    // Finds the types of a program: a header, nothing to link.
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

if let tests = Context.environment["ORM_TESTS"] {
  package.keepOnly(tests.split(separator: ",").map(String.init))
}

extension Package {
  /// Removes all targets but these and their dependencies, so that a change is not built into the
  /// others: SwiftPM builds all tests of a package, whichever run. For `Tools/quick.sh`.
  ///
  /// No trait is on in such a build, so dependencies with a condition are removed, too.
  func keepOnly(_ names: [String]) {
    var kept: Set<String> = []
    var names = names
    while let name = names.popLast() {
      guard let target = targets.first(where: { $0.name == name }), kept.insert(name).inserted
      else { continue }
      target.dependencies = target.dependencies.filter { dependency in
        switch dependency {
        case .targetItem(let name, nil), .byNameItem(let name, nil): names.append(name)
        case .productItem(_, _, _, nil): break
        default: return false
        }
        return true
      }
    }
    targets.removeAll { !kept.contains($0.name) }
    products = []
    traits = []
    dependencies = swiftSyntax.packages
  }
}
