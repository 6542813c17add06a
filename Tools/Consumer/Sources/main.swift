import ORM

@Table
struct A {}

func describe<T: Table>(_ type: T.Type) -> String { "\(type) is a table" }
print(describe(A.self))
