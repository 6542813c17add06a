import Foundation
import ORM

/// A table of 7 columns.
@Table
struct Purchase {
  let id: Int
  var customerID: Int
  var product: String
  var amount: Double
  var quantity: Int
  @Column(index: true) var at: Date
  var note: String?
}

/// A table of 60 columns.
@Table
struct Shipment {
  let id: Int
  var c1 = 1
  var c2 = 2
  var c3 = 3
  var c4 = 4
  var c5 = 5
  var c6 = 6
  var c7 = 7
  var c8 = 8
  var c9 = 9
  var c10 = 10
  var c11 = 11
  var c12 = 12
  var c13 = 13
  var c14 = 14
  var c15 = 15
  var c16 = 16
  var c17 = 17
  var c18 = 18
  var c19 = 19
  var c20 = 20
  var c21 = 21
  var c22 = 22
  var c23 = 23
  var c24 = 24
  var c25 = 25
  var c26 = 26
  var c27 = 27
  var c28 = 28
  var c29 = 29
  var c30 = 30
  var c31 = 31
  var c32 = 32
  var c33 = 33
  var c34 = 34
  var c35 = 35
  var c36 = 36
  var c37 = 37
  var c38 = 38
  var c39 = 39
  var c40 = 40
  var c41 = 41
  var c42 = 42
  var c43 = 43
  var c44 = 44
  var c45 = 45
  var c46 = 46
  var c47 = 47
  var c48 = 48
  var c49 = 49
  var c50 = 50
  var c51 = 51
  var c52 = 52
  var c53 = 53
  var c54 = 54
  var c55 = 55
  var c56 = 56
  var c57 = 57
  var c58 = 58
  var c59 = 59
}

extension Purchase {
  var checksum: Int64 {
    let numbers = Int64(id) &+ Int64(customerID) &+ Int64(quantity) &+ Int64(amount)
    return numbers &+ Int64(at.timeIntervalSince1970) &+ Int64(product.utf8.count)
      &+ Int64(note?.utf8.count ?? 0)
  }
}
