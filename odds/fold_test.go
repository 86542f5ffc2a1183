package odds_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"testing"

	"umpire/odds"
)

// kept is the sum of the best dice of a pool.
type kept struct{ Dice, Sum int }

// keepBest adds up the best k dice.
func keepBest(k int) func(*kept, int, int) bool {
	return func(s *kept, value, n int) bool {
		n = min(n, k-s.Dice)
		s.Dice += n
		s.Sum += n * value
		return s.Dice < k
	}
}

// risk compares two pools die by die, highest against highest; the second wins ties.
type risk struct{ Seen, Against, LostA, LostB int8 }

func riskRound(dice, against int) func(*risk, int, int, int) bool {
	return func(s *risk, _, na, nb int) bool {
		s.Against += int8(nb)
		for range na {
			s.Seen++
			switch {
			case int(s.Seen) > against: // nobody stands against this one
			case s.Seen <= s.Against:
				s.LostA++
			default:
				s.LostB++
			}
		}
		return int(s.Seen) < dice
	}
}

// throws calls f with every throw of n dice and its weight; a die is all that it can show.
func throws(die []odds.Face, n int, f func(faces []int, weight *big.Rat)) {
	faces := make([]int, n)
	total := new(big.Rat)
	for _, x := range die {
		total.Add(total, new(big.Rat).SetUint64(x.Weight))
	}
	var walk func(i int, w *big.Rat)
	walk = func(i int, w *big.Rat) {
		if i == n {
			f(faces, w)
			return
		}
		for _, x := range die {
			faces[i] = x.Value
			p := new(big.Rat).SetUint64(x.Weight)
			walk(i+1, p.Quo(p, total).Mul(p, w))
		}
	}
	walk(0, big.NewRat(1, 1))
}

// chances are exact chances by the printed state.
type chances map[string]*big.Rat

func (c chances) add(state any, p *big.Rat) {
	key := fmt.Sprint(state)
	if c[key] == nil {
		c[key] = new(big.Rat)
	}
	c[key].Add(c[key], p)
}

func (c chances) String() string {
	out := ""
	for _, k := range slices.Sorted(maps.Keys(c)) {
		out += fmt.Sprintf("%s: %s\n", k, c[k].RatString())
	}
	return out
}

// failer is a test, or a random one.
type failer interface {
	Helper()
	Errorf(format string, args ...any)
}

// read turns a distribution into chances and checks what holds of every distribution: the
// fractions sum to one, and so do the floats, which agree with them.
func read[S comparable](t failer, d *odds.Dist[S], of func(S) any) chances {
	t.Helper()
	out := chances{}
	sum, total := 0.0, new(big.Int)
	seen := map[S]bool{}
	for i, s := range d.States {
		if seen[s] {
			t.Errorf("the state %+v stands twice", s)
		}
		seen[s] = true
		r := new(big.Rat).SetFrac(d.Num[i], d.Den)
		if r.Sign() <= 0 {
			t.Errorf("the state %+v cannot be", s)
		}
		if f, _ := r.Float64(); math.Abs(f-d.P[i]) > 1e-12*f {
			t.Errorf("%+v: float %v, fraction %v", s, d.P[i], f)
		}
		sum += d.P[i]
		total.Add(total, d.Num[i])
		out.add(of(s), r)
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("the floats sum to %v", sum)
	}
	if total.Cmp(d.Den) != 0 {
		t.Errorf("the fractions sum to %v/%v", total, d.Den)
	}
	return out
}

var exact = odds.Options{Exact: true}

// same holds that a fold in floats alone gives the same bits as beside fractions.
func same[S comparable](t testing.TB, d *odds.Dist[S], err error, floats *odds.Dist[S], err2 error) {
	t.Helper()
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	if !slices.Equal(d.States, floats.States) || !slices.Equal(d.P, floats.P) {
		t.Error("floats alone differ from floats beside fractions")
	}
	if floats.Num != nil || floats.Den != nil {
		t.Error("fractions that nobody asked for")
	}
}

func foldOne[S comparable](t testing.TB, p odds.Pool, start S, next func(*S, int, int) bool) *odds.Dist[S] {
	t.Helper()
	d, err := odds.Fold(context.Background(), p, start, next, exact)
	f, err2 := odds.Fold(context.Background(), p, start, next, odds.Options{})
	same(t, d, err, f, err2)
	return d
}

func foldTwo[S comparable](t testing.TB, a, b odds.Pool, start S, next func(*S, int, int, int) bool) *odds.Dist[S] {
	t.Helper()
	d, err := odds.FoldTwo(context.Background(), a, b, start, next, exact)
	f, err2 := odds.FoldTwo(context.Background(), a, b, start, next, odds.Options{})
	same(t, d, err, f, err2)
	return d
}

// dies are the dice of the tests, each beside all that it can show, written out.
var dies = map[string]struct {
	die odds.Die
	all []odds.Face
}{
	"d4":        {odds.D(4), odds.D(4).Faces},
	"d6":        {odds.D(6), odds.D(6).Faces},
	"one":       {odds.D(1), odds.D(1).Faces},
	"high":      {odds.Die{Faces: []odds.Face{{5, 1}, {6, 2}}}, []odds.Face{{5, 1}, {6, 2}}},
	"loaded":    {odds.Die{Faces: []odds.Face{{2, 3}, {-1, 1}, {5, 2}, {3, 0}}}, []odds.Face{{-1, 1}, {2, 3}, {5, 2}}},
	"d3 once":   {odds.D(3).Exploding(1, 3), []odds.Face{{1, 3}, {2, 3}, {4, 1}, {5, 1}, {6, 1}}},
	"d2 thrice": {odds.D(2).Exploding(3, 2), []odds.Face{{1, 8}, {3, 4}, {5, 2}, {7, 1}, {8, 1}}},
	// 1 (2 of 3) and 2 (1 of 3), both thrown again once: 2 is 4 of 9, 3 is 4 of 9, 4 is 1 of 9.
	"always":    {odds.Die{Faces: []odds.Face{{1, 2}, {2, 1}}}.Exploding(1, 1, 2), []odds.Face{{2, 4}, {3, 4}, {4, 1}}},
	"depth 0":   {odds.D(3).Exploding(0, 3), odds.D(3).Faces},
	"no values": {odds.D(3).Exploding(5), odds.D(3).Faces},
}

// TestFoldAgainstThrows holds rules for one pool against every throw of the dice.
func TestFoldAgainstThrows(t *testing.T) {
	type pairs struct{ Pairs, Highest int }
	type run struct{ Last, Length, Best int }
	for name, x := range dies {
		for n := range 5 {
			pool := odds.Pool{N: n, Die: x.die}
			for k := 1; k <= 4; k++ {
				want := chances{}
				throws(x.all, n, func(faces []int, w *big.Rat) {
					sorted := slices.Sorted(slices.Values(faces))
					sum := 0
					for _, f := range sorted[max(0, n-k):] {
						sum += f
					}
					want.add(sum, w)
				})
				got := read(t, foldOne(t, pool, kept{}, keepBest(k)), func(s kept) any { return s.Sum })
				compare(t, fmt.Sprintf("best %d of %d %s", k, n, name), got, want)
			}

			want := chances{}
			throws(x.all, n, func(faces []int, w *big.Rat) {
				sum := 0
				for _, f := range faces {
					sum += f
				}
				if n > 0 {
					sum -= slices.Min(faces)
				}
				want.add(sum, w)
			})
			got := read(t, foldOne(t, pool, kept{}, keepBest(n-1)), func(s kept) any { return s.Sum })
			compare(t, fmt.Sprintf("drop lowest of %d %s", n, name), got, want)

			want = chances{}
			throws(x.all, n, func(faces []int, w *big.Rat) {
				var s pairs
				for _, f := range slices.Compact(slices.Sorted(slices.Values(faces))) {
					count := 0
					for _, g := range faces {
						if g == f {
							count++
						}
					}
					s.Pairs += count / 2
					if count >= 2 {
						s.Highest = f
					}
				}
				want.add(s, w)
			})
			got = read(t, foldOne(t, pool, pairs{}, func(s *pairs, value, n int) bool {
				s.Pairs += n / 2
				if n >= 2 && s.Highest == 0 {
					s.Highest = value
				}
				return true
			}), func(s pairs) any { return s })
			compare(t, fmt.Sprintf("pairs of %d %s", n, name), got, want)

			want = chances{}
			throws(x.all, n, func(faces []int, w *big.Rat) {
				best := 0
				for _, f := range faces {
					length := 1
					for slices.Contains(faces, f-length) {
						length++
					}
					best = max(best, length)
				}
				want.add(best, w)
			})
			got = read(t, foldOne(t, pool, run{}, func(s *run, value, _ int) bool {
				if s.Last != value+1 || s.Length == 0 {
					s.Length = 0
				}
				s.Length++
				s.Last, s.Best = value, max(s.Best, s.Length)
				return true
			}), func(s run) any { return s.Best })
			compare(t, fmt.Sprintf("longest run of %d %s", n, name), got, want)
		}
	}
}

func compare(t *testing.T, what string, got, want chances) {
	t.Helper()
	if got.String() != want.String() {
		t.Errorf("%s: got\n%vwant\n%v", what, got, want)
	}
}

// riskByThrows is a round of RISK counted over every throw.
func riskByThrows(a, b []odds.Face, n, m int) chances {
	want := chances{}
	throws(a, n, func(as []int, wa *big.Rat) {
		as = slices.Sorted(slices.Values(as))
		slices.Reverse(as)
		throws(b, m, func(bs []int, wb *big.Rat) {
			bs = slices.Sorted(slices.Values(bs))
			slices.Reverse(bs)
			var lost [2]int
			for i := range min(n, m) {
				if as[i] > bs[i] {
					lost[1]++
				} else {
					lost[0]++
				}
			}
			want.add(lost, new(big.Rat).Mul(wa, wb))
		})
	})
	return want
}

func losses(s risk) any { return [2]int8{s.LostA, s.LostB} }

// TestRiskAgainstThrows holds the comparison of two pools against every throw of both, with equal
// and with different dice.
func TestRiskAgainstThrows(t *testing.T) {
	for _, names := range [][2]string{{"d6", "d6"}, {"d4", "d6"}, {"d6", "one"}, {"d6", "high"}, {"high", "d4"}, {"d3 once", "loaded"}, {"loaded", "d2 thrice"}} {
		a, b := dies[names[0]], dies[names[1]]
		for n := range 4 {
			for m := range 4 {
				got := read(t, foldTwo(t, odds.Pool{N: n, Die: a.die}, odds.Pool{N: m, Die: b.die}, risk{}, riskRound(n, m)), losses)
				compare(t, fmt.Sprintf("%d %s against %d %s", n, names[0], m, names[1]), got, riskByThrows(a.all, b.all, n, m))
			}
		}
	}
}

// TestStopAgainstThrows stops in the middle: it counts the dice of two pools down to the first
// value of 3 or less. Dice of which one pool has no lower value any more must not be forgotten.
func TestStopAgainstThrows(t *testing.T) {
	type down struct{ Last, A, B int }
	count := func(s *down, value, na, nb int) bool {
		s.Last, s.A, s.B = value, s.A+na, s.B+nb
		return value > 3
	}
	for _, names := range [][2]string{{"d6", "d4"}, {"d6", "high"}, {"high", "d6"}, {"high", "high"}, {"loaded", "d3 once"}} {
		a, b := dies[names[0]], dies[names[1]]
		for n := range 4 {
			for m := range 3 {
				want := chances{}
				throws(a.all, n, func(as []int, wa *big.Rat) {
					throws(b.all, m, func(bs []int, wb *big.Rat) {
						var s down
						for v := 10; v >= -1; v-- {
							shows := func(f int) bool { return f == v }
							if !slices.ContainsFunc(as, shows) && !slices.ContainsFunc(bs, shows) {
								continue
							}
							na, nb := 0, 0
							for _, f := range as {
								na += b2i(f == v)
							}
							for _, f := range bs {
								nb += b2i(f == v)
							}
							if !count(&s, v, na, nb) {
								break
							}
						}
						want.add(s, new(big.Rat).Mul(wa, wb))
					})
				})
				got := read(t, foldTwo(t, odds.Pool{N: n, Die: a.die}, odds.Pool{N: m, Die: b.die}, down{}, count), func(s down) any { return s })
				compare(t, fmt.Sprintf("%d %s and %d %s", n, names[0], m, names[1]), got, want)
			}
		}
	}
}

// TestRiskKnown holds the published odds of three dice against two, and of three against one.
func TestRiskKnown(t *testing.T) {
	d6 := func(n int) odds.Pool { return odds.Pool{N: n, Die: odds.D(6)} }
	got := read(t, foldTwo(t, d6(3), d6(2), risk{}, riskRound(3, 2)), losses)
	want := chances{"[0 2]": big.NewRat(2890, 7776), "[1 1]": big.NewRat(2611, 7776), "[2 0]": big.NewRat(2275, 7776)}
	compare(t, "3 against 2", got, want)
	got = read(t, foldTwo(t, d6(3), d6(1), risk{}, riskRound(3, 1)), losses)
	compare(t, "3 against 1", got, chances{"[0 1]": big.NewRat(855, 1296), "[1 0]": big.NewRat(441, 1296)})
}

// TestFoldKnown holds the best three of four d6: 18 in 21 of 1296 throws, 3 in one.
func TestFoldKnown(t *testing.T) {
	got := read(t, foldOne(t, odds.Pool{N: 4, Die: odds.D(6)}, kept{}, keepBest(3)), func(s kept) any { return s.Sum })
	for sum, ways := range map[string]int64{"3": 1, "4": 4, "12": 167, "13": 172, "17": 54, "18": 21} {
		if want := big.NewRat(ways, 1296); got[sum].Cmp(want) != 0 {
			t.Errorf("sum %s: %v, want %v", sum, got[sum], want)
		}
	}
}

// TestFoldOfMany holds a thousand dice against the binomial distribution, where single factors
// are far below the smallest float.
func TestFoldOfMany(t *testing.T) {
	const n = 1000
	type sixes struct{ N int16 }
	d := foldOne(t, odds.Pool{N: n, Die: odds.D(6)}, sixes{}, func(s *sixes, value, k int) bool {
		if value == 6 {
			s.N = int16(k)
		}
		return false
	})
	got := read(t, d, func(s sixes) any { return s.N })
	for _, k := range []int64{0, 1, 166, 500, 999, 1000} {
		want := new(big.Int).Binomial(n, k)
		want.Mul(want, pow(5, n-k))
		if r := new(big.Rat).SetFrac(want, pow(6, n)); got[fmt.Sprint(k)].Cmp(r) != 0 {
			t.Errorf("%d sixes: %v, want %v", k, got[fmt.Sprint(k)], r)
		}
	}
}

// TestFoldOrder holds that an evaluation gives the same bits in the same order whatever memory
// it works in.
func TestFoldOrder(t *testing.T) {
	first := foldOne(t, odds.Pool{N: 6, Die: odds.D(10).Exploding(2, 10)}, kept{}, keepBest(3))
	foldOne(t, odds.Pool{N: 9, Die: odds.D(8)}, kept{}, keepBest(5))
	again := foldOne(t, odds.Pool{N: 6, Die: odds.D(10).Exploding(2, 10)}, kept{}, keepBest(3))
	if !slices.Equal(first.States, again.States) || !slices.Equal(first.P, again.P) || first.Stats != again.Stats {
		t.Error("another order or other bits the second time")
	}
}

// TestPoolFaults gives pools that cannot be thrown and expects where and why.
func TestPoolFaults(t *testing.T) {
	face := func(v int, w uint64) odds.Face { return odds.Face{Value: v, Weight: w} }
	one := odds.D(1)
	for _, x := range []struct {
		pool  odds.Pool
		field string
		fault odds.PoolFault
	}{
		{odds.Pool{N: -1, Die: one}, "N", odds.BadNumber},
		{odds.Pool{N: 1001, Die: one}, "N", odds.BadNumber},
		{odds.Pool{N: 1}, "Die.Faces", odds.NoFace},
		{odds.Pool{N: 1, Die: odds.D(0)}, "Die.Faces", odds.NoFace},
		{odds.Pool{N: 1, Die: odds.D(-5)}, "Die.Faces", odds.NoFace},
		{odds.Pool{N: 1, Die: odds.D(math.MaxInt)}, "Die.Faces", odds.ManyValues},
		{odds.Pool{N: 1, Die: odds.Die{Faces: []odds.Face{face(1, 0)}}}, "Die.Faces", odds.NoFace},
		{odds.Pool{N: 1, Die: odds.Die{Faces: []odds.Face{face(1, 1), face(math.MinInt, 1)}}}, "Die.Faces[1].Value", odds.BadValue},
		{odds.Pool{N: 1, Die: odds.Die{Faces: []odds.Face{face(1, 1), face(2, 1), face(1, 1)}}}, "Die.Faces", odds.TwiceValue},
		{odds.Pool{N: 1, Die: odds.D(6).Exploding(-1, 6)}, "Die.Depth", odds.BadDepth},
		{odds.Pool{N: 1, Die: odds.D(6).Exploding(101, 6)}, "Die.Depth", odds.BadDepth},
		{odds.Pool{N: 1, Die: odds.D(6).Exploding(1, 6, 7)}, "Die.Explodes[1]", odds.NoSuchValue},
		{odds.Pool{N: 1, Die: odds.D(6).Exploding(1, 6, 6)}, "Die.Explodes[1]", odds.TwiceValue},
		{odds.Pool{N: 1, Die: odds.D(1000).Exploding(5, 1000)}, "Die.Explodes", odds.ManyValues},
	} {
		for place, pools := range [][2]odds.Pool{{x.pool, {N: 1, Die: one}}, {{N: 1, Die: one}, x.pool}} {
			_, err := odds.FoldTwo(context.Background(), pools[0], pools[1], risk{}, riskRound(1, 1), odds.Options{})
			var pe *odds.PoolError
			if !errors.As(err, &pe) || pe.Pool != place || pe.Field != x.field || pe.Fault != x.fault || pe.Error() == "" {
				t.Errorf("%+v in place %d: %v, want %s at %s", x.pool, place, err, x.fault, x.field)
			}
		}
	}
	_, err := odds.Fold(context.Background(), odds.Pool{N: 1, Die: one}, 0.5, func(*float64, int, int) bool { return true }, odds.Options{})
	if err == nil {
		t.Error("a float was taken as a state")
	}
}

// TestFoldLimits passes each bound and expects to be told which; afterwards the same fold within
// the bounds is as it was before.
func TestFoldLimits(t *testing.T) {
	pool := odds.Pool{N: 8, Die: odds.D(10)}
	before := foldOne(t, pool, kept{}, keepBest(4))
	for bound, opt := range map[string]odds.Options{
		"states": {MaxStates: before.Stats.States - 1},
		"paths":  {MaxPaths: before.Stats.Paths - 1},
	} {
		_, err := odds.Fold(context.Background(), pool, kept{}, keepBest(4), opt)
		var le *odds.LimitError
		if !errors.As(err, &le) || le.Bound != bound || le.Limit != max(opt.MaxStates, opt.MaxPaths) {
			t.Errorf("%+v: %v", opt, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	_, err := odds.Fold(ctx, pool, kept{}, func(s *kept, value, n int) bool {
		if calls++; calls == 100 {
			cancel()
		}
		return keepBest(4)(s, value, n)
	}, odds.Options{})
	if !errors.Is(err, context.Canceled) || calls > 5000 {
		t.Errorf("cancelled at call 100: %v after %d", err, calls)
	}
	opt := odds.Options{Exact: true, MaxStates: before.Stats.States, MaxPaths: before.Stats.Paths}
	after, err := odds.Fold(context.Background(), pool, kept{}, keepBest(4), opt)
	if err != nil || !slices.Equal(before.P, after.P) || !slices.Equal(before.States, after.States) {
		t.Errorf("not the same after failures: %v", err)
	}
}

func ExampleFold() {
	type best struct{ Kept, Sum int }
	d, err := odds.Fold(context.Background(), odds.Pool{N: 4, Die: odds.D(6)}, best{}, func(s *best, value, n int) bool {
		n = min(n, 3-s.Kept)
		s.Kept += n
		s.Sum += n * value
		return s.Kept < 3
	}, odds.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	i := slices.Index(d.States, best{3, 18})
	fmt.Printf("three sixes among the best three of four d6: %.4f\n", d.P[i])
	// Output: three sixes among the best three of four d6: 0.0162
}

func ExampleFoldTwo() {
	// Three dice attack two, highest against highest; the defender wins ties.
	type round struct{ Attacking, Defending, AttackerLoses, DefenderLoses int }
	three, two := odds.Pool{N: 3, Die: odds.D(6)}, odds.Pool{N: 2, Die: odds.D(6)}
	d, err := odds.FoldTwo(context.Background(), three, two, round{}, func(s *round, _, na, nb int) bool {
		s.Defending += nb
		for range na {
			s.Attacking++
			switch {
			case s.Attacking > 2: // nobody stands against the third die
			case s.Attacking <= s.Defending:
				s.AttackerLoses++
			default:
				s.DefenderLoses++
			}
		}
		return true
	}, odds.Options{Exact: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, s := range d.States {
		fmt.Printf("the attacker loses %d, the defender %d: %v/%v\n", s.AttackerLoses, s.DefenderLoses, d.Num[i], d.Den)
	}
	// Unordered output:
	// the attacker loses 0, the defender 2: 2890/7776
	// the attacker loses 1, the defender 1: 2611/7776
	// the attacker loses 2, the defender 0: 2275/7776
}

// BenchmarkFold is RISK with ten dice on each side, and the best five of ten d10 that explode on
// ten, by depth.
func BenchmarkFold(b *testing.B) {
	ctx := context.Background()
	for name, opt := range map[string]odds.Options{"float": {}, "exact": exact} {
		b.Run("risk10v10/"+name, func(b *testing.B) {
			b.ReportAllocs()
			p := odds.Pool{N: 10, Die: odds.D(6)}
			for b.Loop() {
				if _, err := odds.FoldTwo(ctx, p, p, risk{}, riskRound(10, 10), opt); err != nil {
					b.Fatal(err)
				}
			}
		})
		for _, depth := range []int{1, 2, 4, 9} {
			b.Run(fmt.Sprintf("best5of10d10/%s/depth%d", name, depth), func(b *testing.B) {
				b.ReportAllocs()
				p := odds.Pool{N: 10, Die: odds.D(10).Exploding(depth, 10)}
				for b.Loop() {
					if _, err := odds.Fold(ctx, p, kept{}, keepBest(5), opt); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
