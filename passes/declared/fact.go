package declared

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// A Fact is the orders that a package and its imports declare, sorted. (The go
// command hands on the facts of direct imports only.)
type Fact struct{ Orders []Order }

// An Order is one of them.
type Order struct {
	First, FirstClass string // as it is written, and its lock class
	Then, ThenClass   string
	Where             string // file:line
}

// AFact marks the type as a fact.
func (*Fact) AFact() {}

// String is for analysistest.
func (f *Fact) String() string { return "declared" }

// importOrders returns what the imports declare.
func importOrders(pass *analysis.Pass) []order {
	var list []Order
	for _, pf := range pass.AllPackageFacts() {
		if f, ok := pf.Fact.(*Fact); ok && pf.Package != pass.Pkg {
			list = append(list, f.Orders...)
		}
	}
	slices.SortFunc(list, compare)
	var orders []order
	for _, o := range slices.Compact(list) {
		n := order{first: lock{o.First, o.FirstClass}, then: lock{o.Then, o.ThenClass}, where: o.Where, imported: true}
		if find(orders, n.then.class, n.first.class) == nil { // two packages may contradict each other
			orders = append(orders, n)
		}
	}
	return orders
}

func exportOrders(pass *analysis.Pass, orders []order) {
	if len(orders) == 0 {
		return
	}
	fact := new(Fact)
	for _, o := range orders {
		fact.Orders = append(fact.Orders, Order{o.first.name, o.first.class, o.then.name, o.then.class, o.where})
	}
	slices.SortFunc(fact.Orders, compare)
	pass.ExportPackageFact(fact)
}

func compare(a, b Order) int {
	return cmp.Or(cmp.Compare(a.FirstClass, b.FirstClass), cmp.Compare(a.ThenClass, b.ThenClass), cmp.Compare(a.Where, b.Where))
}
