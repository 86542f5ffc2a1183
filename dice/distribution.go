package dice

import (
	"math/big"
	"sync"
)

// Branch is one outcome of a roll and its chance.
type Branch struct {
	Outcome Outcome
	P       float64  // chance as a float64, correctly rounded
	Num     *big.Int // chance as Num over the row's Den; read only
}

// Row is the exact distribution of a roll: its possible outcomes in ascending order. Rows are
// shared and read only.
type Row struct {
	Branches []Branch
	Den      *big.Int
}

// MaxOutcomes bounds the outcomes of one roll. A roll beyond it has no Row.
const MaxOutcomes = 1 << 20

var rows struct {
	sync.RWMutex
	m map[Roll]*Row
}

// maxRows bounds the cache of rows; when it is full it starts afresh.
const maxRows = 1 << 13

// Distribution returns the exact distribution of the roll, or nil for a roll that is not Valid
// or has more than MaxOutcomes outcomes. Equal rolls share one row.
func (r Roll) Distribution() *Row {
	if r.N == 0 {
		r = Roll{}
	}
	rows.RLock()
	row := rows.m[r]
	rows.RUnlock()
	if row != nil {
		return row
	}
	row = r.compute()
	if row == nil {
		return nil
	}
	rows.Lock()
	if rows.m == nil || len(rows.m) >= maxRows {
		rows.m = make(map[Roll]*Row)
	}
	rows.m[r] = row
	rows.Unlock()
	return row
}

// faceWeights returns the weight of each face of one die after its re-roll, and their sum.
func (r Roll) faceWeights() ([]int64, int64) {
	s := int64(r.Sides)
	w := make([]int64, s)
	if r.Again == 0 {
		for i := range w {
			w[i] = 1
		}
		return w, s
	}
	var again int64
	for f := range w {
		if r.again(f + 1) {
			again++
		}
	}
	for f := range w {
		w[f] = again
		if !r.again(f + 1) {
			w[f] += s
		}
	}
	return w, s * s
}

func (r Roll) compute() *Row {
	if r == (Roll{}) {
		return newRow([]Outcome{{}}, []*big.Int{big.NewInt(1)}, big.NewInt(1))
	}
	if !r.Valid() {
		return nil
	}
	w, total := r.faceWeights()
	switch r.Read {
	case Counts:
		if r.Extra != 0 {
			return r.chained(w, total)
		}
		return r.counted(w, total)
	case Which:
		return r.which(w, total)
	case Total:
		return r.totals(w, total)
	case Best, Worst:
		return r.kept(w, total)
	case Direction:
		step := 360 / int32(r.Sides)
		var os []Outcome
		var nums []*big.Int
		for i := range int32(r.Sides) {
			os = append(os, Outcome{Value: i * step})
			nums = append(nums, big.NewInt(1))
		}
		return newRow(os, nums, big.NewInt(total))
	}
	return nil
}

func newRow(os []Outcome, nums []*big.Int, den *big.Int) *Row {
	g := new(big.Int).Set(den)
	for _, n := range nums {
		if g.GCD(nil, nil, g, n); g.IsInt64() && g.Int64() == 1 {
			break
		}
	}
	row := &Row{Den: new(big.Int).Quo(den, g)}
	for i, o := range os {
		if nums[i].Sign() == 0 {
			continue
		}
		n := new(big.Int).Quo(nums[i], g)
		p, _ := new(big.Rat).SetFrac(n, row.Den).Float64()
		row.Branches = append(row.Branches, Branch{o, p, n})
	}
	return row
}

// counted is the multinomial distribution over the classes that occur.
func (r Roll) counted(w []int64, total int64) *Row {
	var class [MaxClass]int64
	for f, x := range w {
		class[r.Class(f+1)] += x
	}
	var used []int
	for c, x := range class {
		if x > 0 {
			used = append(used, c)
		}
	}
	n := int(r.N)
	outcomes := 1.0
	for i := 1; i < len(used); i++ {
		outcomes *= float64(n+i) / float64(i)
	}
	if outcomes > MaxOutcomes {
		return nil
	}
	var pow [MaxClass][]*big.Int
	for _, c := range used {
		pow[c] = make([]*big.Int, n+1)
		pow[c][0] = big.NewInt(1)
		for i := 1; i <= n; i++ {
			pow[c][i] = new(big.Int).Mul(pow[c][i-1], big.NewInt(class[c]))
		}
	}
	var os []Outcome
	var nums []*big.Int
	var walk func(k, left int, o Outcome, num *big.Int)
	walk = func(k, left int, o Outcome, num *big.Int) {
		c := used[k]
		if k == 0 {
			o.Counts[c] = int16(left)
			os = append(os, o)
			nums = append(nums, new(big.Int).Mul(num, pow[c][left]))
			return
		}
		choose := big.NewInt(1)
		for i := 0; i <= left; i++ {
			o.Counts[c] = int16(i)
			x := new(big.Int).Mul(num, choose)
			walk(k-1, left-i, o, x.Mul(x, pow[c][i]))
			choose = new(big.Int).Mul(choose, big.NewInt(int64(left-i)))
			choose.Quo(choose, big.NewInt(int64(i+1)))
		}
	}
	walk(len(used)-1, n, Outcome{}, big.NewInt(1))
	return newRow(os, nums, power(total, n))
}

func power(base int64, n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(base), big.NewInt(int64(n)), nil)
}

// chained counts successes where faces give one extra die: the n-th power of one die's series.
func (r Roll) chained(w []int64, total int64) *Row {
	var hit int64
	for f := range w {
		if r.Class(f+1) == 1 {
			hit++
		}
	}
	sides := int64(r.Sides)
	one := make([]*big.Int, 3)
	for i := range one {
		one[i] = new(big.Int)
	}
	for f, x := range w {
		c := int64(r.Class(f + 1))
		if !r.extra(f + 1) {
			one[c].Add(one[c], big.NewInt(x*sides))
			continue
		}
		one[c].Add(one[c], big.NewInt(x*(sides-hit)))
		one[c+1].Add(one[c+1], big.NewInt(x*hit))
	}
	series := seriesPower(one, int(r.N))
	var os []Outcome
	for i := range series {
		var o Outcome
		o.Counts[1] = int16(i)
		os = append(os, o)
	}
	return newRow(os, series, power(total*sides, int(r.N)))
}

// seriesPower raises a polynomial with non-negative coefficients to the n-th power by squaring.
func seriesPower(base []*big.Int, n int) []*big.Int {
	out := []*big.Int{big.NewInt(1)}
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			out = seriesMul(out, base)
		}
		if n > 1 {
			base = seriesMul(base, base)
		}
	}
	return out
}

func seriesMul(a, b []*big.Int) []*big.Int {
	out := make([]*big.Int, len(a)+len(b)-1)
	for i := range out {
		out[i] = new(big.Int)
	}
	t := new(big.Int)
	for i, x := range a {
		for j, y := range b {
			out[i+j].Add(out[i+j], t.Mul(x, y))
		}
	}
	return out
}

func (r Roll) which(w []int64, total int64) *Row {
	var hit int64
	for f, x := range w {
		if r.Class(f+1) > 0 {
			hit += x
		}
	}
	n := int(r.N)
	hits, misses := make([]*big.Int, n+1), make([]*big.Int, n+1)
	for i := range hits {
		hits[i], misses[i] = power(hit, i), power(total-hit, i)
	}
	var os []Outcome
	var nums []*big.Int
	for set := range int32(1) << n {
		k := 0
		for b := set; b != 0; b &= b - 1 {
			k++
		}
		os = append(os, Outcome{Value: set})
		nums = append(nums, new(big.Int).Mul(hits[k], misses[n-k]))
	}
	return newRow(os, nums, power(total, n))
}

func (r Roll) totals(w []int64, total int64) *Row {
	one := make([]*big.Int, len(w))
	for f, x := range w {
		one[f] = big.NewInt(x)
	}
	n := int(r.N)
	series := seriesPower(one, n)
	var os []Outcome
	for i := range series {
		os = append(os, Outcome{Value: int32(i + n)})
	}
	return newRow(os, series, power(total, n))
}

// kept is the distribution of the highest or lowest face, by differences of cumulative powers.
func (r Roll) kept(w []int64, total int64) *Row {
	var os []Outcome
	var nums []*big.Int
	var below, upTo int64
	for f, x := range w {
		upTo += x
		hi, lo := power(upTo, int(r.N)), power(below, int(r.N))
		if r.Read == Worst {
			hi, lo = power(total-below, int(r.N)), power(total-upTo, int(r.N))
		}
		os = append(os, Outcome{Value: int32(f + 1)})
		nums = append(nums, hi.Sub(hi, lo))
		below = upTo
	}
	return newRow(os, nums, power(total, int(r.N)))
}
