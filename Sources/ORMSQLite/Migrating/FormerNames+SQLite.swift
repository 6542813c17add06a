// Former names, which version 0.3.0 removes.

@available(*, deprecated, renamed: "MigrationFile")
public typealias SQLFile = MigrationFile

extension Configuration {
  @available(*, deprecated, renamed: "trustedSchema")
  public var trustsSchema: Bool {
    get { trustedSchema }
    set { trustedSchema = newValue }
  }

  @available(*, deprecated, renamed: "createsDirectories")
  public var makesFolders: Bool {
    get { createsDirectories }
    set { createsDirectories = newValue }
  }

  @available(*, deprecated, renamed: "mmapSize")
  public var memoryMapSize: Int? {
    get { mmapSize }
    set { mmapSize = newValue }
  }

  @available(*, deprecated, renamed: "secureDelete")
  public var overwritesDeleted: Bool? {
    get { secureDelete }
    set { secureDelete = newValue }
  }
}

extension Configuration.Limits {
  @available(*, deprecated, renamed: "vdbeOps")
  public var instructions: Int? {
    get { vdbeOps }
    set { vdbeOps = newValue }
  }
}

// Former names, which version 0.4.0 removes.

@available(*, deprecated, renamed: "MigrationList")
public typealias Migrations = MigrationList

@available(*, deprecated, renamed: "MigrationStep")
public typealias Step = MigrationStep

@available(*, deprecated, renamed: "MigrationListBuilder")
public typealias MigrationsBuilder = MigrationListBuilder

extension MigrationStep {
  @available(*, deprecated, renamed: "Phase")
  public typealias Point = Phase
}
