package index

import "slices"

// Best keeps the first items in an order, up to a limit.
type Best[T any] struct {
	Limit   int // at least 1
	Compare func(a, b T) int
	Items   []T // in order
}

// Last returns the last item that is kept, and false if there is room for more.
func (b *Best[T]) Last() (item T, full bool) {
	if len(b.Items) < b.Limit {
		return item, false
	}
	return b.Items[len(b.Items)-1], true
}

// Takes reports whether an item would be kept.
func (b *Best[T]) Takes(item T) bool {
	last, full := b.Last()
	return !full || b.Compare(item, last) < 0
}

func (b *Best[T]) Add(item T) {
	if !b.Takes(item) {
		return
	}
	i, _ := slices.BinarySearchFunc(b.Items, item, b.Compare)
	b.Items = slices.Insert(b.Items, i, item)
	b.Items = b.Items[:min(len(b.Items), b.Limit)]
}
