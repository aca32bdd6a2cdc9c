package main

import "github.com/wgtensor/wgtensor/tensor"

// pairs returns the numbers of the rows of two tables that have the same key. They are in the order of the left
// rows, and of the right rows where a key has several. If all is set, a left row without a partner has -1.
//
// In the sorted keys of the right, the partners of a left row are the places from one search to the other. The
// i-th pair belongs to the first left row up to which there are more than i pairs.
func pairs(left, right *tensor.Tensor, all bool) (l, r []int64, err error) {
	order := right.Argsort(0)
	sorted := right.Take(0, order)
	first := sorted.Searchsorted(left, tensor.Left)
	partners := sorted.Searchsorted(left, tensor.Right).Sub(first)
	counts := partners
	if all {
		counts = partners.Maximum(1)
	}
	ends := counts.Cumsum(0)
	total, err := counts.Sum().Int64()
	if err != nil || total == 0 {
		return nil, nil, err
	}
	pair := tensor.Arange(0, int(total), 1)
	row := ends.Searchsorted(pair, tensor.Right)
	number := pair.Sub(ends.Sub(counts).Take(0, row)) // among the pairs of the row
	place := first.Take(0, row).Add(number)
	partner := tensor.Full[int64](-1, int(total))
	if right.Len() > 0 {
		found := order.Take(0, place.Minimum(right.Len()-1))
		partner = tensor.Where(partners.Take(0, row).Gt(0), found, -1)
	}
	if l, err = tensor.Data[int64](row); err != nil {
		return nil, nil, err
	}
	r, err = tensor.Data[int64](partner)
	return l, r, err
}
