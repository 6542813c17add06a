import ORM

// A write sets columns of its own table, also where another one is of its own type.
private func update() {
  _ = House.where { $0.id == 1 }.update {
    // error: requires that 'ToOne<Town>' (aka 'Town.Columns') conform to 'ColumnGroup'
    $0.town.name = "x"
  }
}

private func updateOfItsOwnType() {
  _ = Tenant.where { $0.id == 1 }.update {
    // error: requires that 'ToOptional<Tenant>' (aka 'OuterColumns<Tenant.Columns>') conform to 'ColumnGroup'
    $0.mother.motherID = 3
  }
}

private func insert() {
  _ = House.insert {
    // error: requires that 'ToOne<Town>' (aka 'Town.Columns') conform to 'ColumnGroup'
    $0.town.name = "x"
  }
}
