/// The library's module as generated code names it: `ORM::Column`.
///
/// Generated code is in the user's type and module, in which any name can mean a type of the user:
/// `struct String`, or an `enum ORM` in a table. A module selector finds the module alone;
/// compilers before 6.3 have none. An extension's list of protocols names the module with a dot:
/// the compiler (6.3.1) looks a protocol up there without its selector.
package let orm = "ORM" + moduleSelector

/// The standard library: `Swift::String`.
package let swift = "Swift" + moduleSelector

#if compiler(>=6.3)
  package let moduleSelector = "::"
#else
  package let moduleSelector = "."
#endif
