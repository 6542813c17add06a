/// The macros with the core alone, for tests without an engine. The code of the macros names only
/// `ORMCore`.
@_exported import ORMCore
