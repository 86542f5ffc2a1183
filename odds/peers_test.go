package odds_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/big"
	"os"
	"testing"
	"time"

	"umpire/dice"
	"umpire/odds"
	"umpire/procedure"
)

var peersFile = flag.String("peers", "", "write the peers' workloads to this file as JSON")

// bout is the state of every workload: each uses the fields that it needs.
type bout struct {
	Hits, Lost                 int16
	Pinned                     bool
	Wounds                     int8
	Gun, MG, Track, Dead, Boom bool
	Men                        int8
	D, A                       [3]int8
}

type peer struct {
	proc procedure.Procedure[bout]
	key  func(*bout) string
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

type stp = procedure.Step[bout]

func countStep(key string, n func(*bout) int, target int, then func(*bout, int)) stp {
	return stp{Key: key,
		Roll: func(s *bout) dice.Roll { return dice.Count(n(s), target) },
		Then: func(s *bout, o dice.Outcome, _ *procedure.Log) { then(s, o.Successes()) }}
}

// W2: 12 rifle dice and 12 SMG dice on 4+, saves on 6, the pin test above 6 casualties.
func volley(pin int) procedure.Procedure[bout] {
	var steps []stp
	for range 2 {
		steps = append(steps,
			countStep("hit", func(*bout) int { return 12 }, 4, func(s *bout, k int) { s.Hits = int16(k) }),
			countStep("save", func(s *bout) int { return int(s.Hits) }, 6, func(s *bout, k int) {
				s.Lost, s.Hits = min(12, s.Lost+s.Hits-int16(k)), 0
			}))
	}
	test := countStep("pin", func(*bout) int { return 1 }, pin, func(s *bout, k int) { s.Pinned = k == 0 })
	test.If = func(s *bout) bool { return s.Lost > 6 }
	return procedure.Procedure[bout]{Key: "W2", Steps: append(steps, test)}
}

// W3: volleys of 3 shots at a tank of 4 wounds, table with repeats, saves, detonation over 10 men.
func tank(volleys int) procedure.Procedure[bout] {
	var steps []stp
	alive := func(s *bout) bool { return !s.Dead }
	for range volleys {
		hit := countStep("hit", func(*bout) int { return 3 }, 4, func(s *bout, k int) { s.Hits = int16(k) })
		hit.If = alive
		save := countStep("save", func(s *bout) int { return int(s.Hits) }, 5, func(s *bout, k int) { s.Hits -= int16(k) })
		table := stp{Key: "table", If: func(s *bout) bool { return s.Hits > 0 }, Repeat: true, Steps: []stp{{
			Key:  "row",
			Roll: func(*bout) dice.Roll { return dice.Table(1, [6]uint8{0, 1, 2, 2, 2, 3}) },
			Then: func(s *bout, o dice.Outcome, _ *procedure.Log) {
				s.Hits--
				part := [...]*bool{&s.Gun, &s.MG, nil, &s.Track}[o.Row()]
				if part != nil && !*part {
					*part = true
					return
				}
				if s.Wounds--; s.Wounds == 0 {
					s.Dead, s.Hits = true, 0
				}
			},
		}}}
		steps = append(steps, hit, save, table)
	}
	boom := countStep("detonation", func(*bout) int { return 1 }, 5, func(s *bout, k int) { s.Boom = k == 1 })
	boom.If = func(s *bout) bool { return s.Dead }
	men := countStep("men", func(*bout) int { return 10 }, 4, func(s *bout, k int) { s.Men = int8(k) })
	men.If = func(s *bout) bool { return s.Boom }
	return procedure.Procedure[bout]{Key: "W3", Start: bout{Wounds: 4}, Steps: append(steps, boom, men)}
}

func spread(hits int16) (u [3]int8) {
	for i := range min(int(hits), 6) {
		u[i%3]++
	}
	return u
}

func peers() map[string]peer {
	w1 := procedure.Procedure[bout]{Key: "W1", Steps: []stp{
		countStep("hit", func(*bout) int { return 24 }, 4, func(s *bout, k int) { s.Hits = int16(k) })}}
	w4 := procedure.Procedure[bout]{Key: "W4", Steps: []stp{
		countStep("attacker", func(*bout) int { return 6 }, 4, func(s *bout, k int) { s.D = spread(int16(k)) }),
		countStep("defender", func(*bout) int { return 4 }, 5, func(s *bout, k int) { s.A = spread(int16(k)) })}}
	w5 := procedure.Procedure[bout]{Key: "W5", Steps: []stp{{
		Key: "hit",
		Roll: func(*bout) dice.Roll {
			r := dice.Count(200, 5)
			r.Extra = 1 << 5 // a six gives one more die
			return r
		},
		Then: func(s *bout, o dice.Outcome, _ *procedure.Log) { s.Hits = int16(o.Successes()) }}}}
	hits := func(s *bout) string { return fmt.Sprint(s.Hits) }
	lost := func(s *bout) string { return fmt.Sprintf("%d,%d", s.Lost, b2i(s.Pinned)) }
	hull := func(s *bout) string {
		return fmt.Sprintf("%d,%d,%d,%d,%d,%d,%d", s.Wounds, b2i(s.Gun), b2i(s.MG), b2i(s.Track), b2i(s.Dead), b2i(s.Boom), s.Men)
	}
	units := func(s *bout) string {
		return fmt.Sprintf("%d,%d,%d,%d,%d,%d", s.D[0], s.D[1], s.D[2], s.A[0], s.A[1], s.A[2])
	}
	return map[string]peer{
		"W1": {w1, hits}, "W2o": {volley(5), lost}, "W2c": {volley(4), lost},
		"W3": {tank(1), hull}, "W3r": {tank(3), hull}, "W4": {w4, units}, "W5": {w5, hits},
	}
}

func evaluate(t testing.TB, p *procedure.Procedure[bout], exact bool) *odds.Dist[bout] {
	t.Helper()
	d, err := odds.Evaluate(context.Background(), p, odds.Options{Exact: exact})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestPeers checks the workloads: fractions sum to one, floats agree with them, and known values
// are met. With -peers FILE it writes the fractions and the time of one float evaluation.
func TestPeers(t *testing.T) {
	type result struct {
		NS   float64           `json:"ns"`
		Dist map[string]string `json:"dist"`
	}
	out := map[string]result{}
	for name, p := range peers() {
		d := evaluate(t, &p.proc, true)
		sum := new(big.Int)
		dist := map[string]*big.Rat{}
		for i := range d.States {
			sum.Add(sum, d.Num[i])
			r := new(big.Rat).SetFrac(d.Num[i], d.Den)
			f, _ := r.Float64()
			if diff := f - d.P[i]; diff > 1e-12 || diff < -1e-12 {
				t.Errorf("%s: float %v, fraction %v", name, d.P[i], f)
			}
			key := p.key(&d.States[i])
			if dist[key] == nil {
				dist[key] = new(big.Rat)
			}
			dist[key].Add(dist[key], r)
		}
		if sum.Cmp(d.Den) != 0 {
			t.Errorf("%s: the fractions do not sum to 1", name)
		}
		r := result{Dist: map[string]string{}}
		for k, v := range dist {
			r.Dist[k] = v.String()
		}
		if *peersFile != "" {
			r.NS = bestOfFive(t, &p.proc)
		}
		out[name] = r
	}
	known := map[string][2]string{
		"W1": {"0", "1/16777216"},                                                                                                  // no die of 24 hits
		"W3": {"4,0,0,0,0,0,0", new(big.Rat).Mul(big.NewRat(2, 3), new(big.Rat).Mul(big.NewRat(2, 3), big.NewRat(2, 3))).String()}, // each shot misses or is saved: 1/2 + 1/6
		"W4": {"0,0,0,0,0,0", "1/324"},                                                                                             // (1/2)^6 (2/3)^4
		"W5": {"0", new(big.Rat).SetFrac(pow(2, 200), pow(3, 200)).String()},                                                       // no die shows five or six
	}
	for name, kv := range known {
		if got := out[name].Dist[kv[0]]; got != kv[1] {
			t.Errorf("%s: P(%s) = %s, want %s", name, kv[0], got, kv[1])
		}
	}
	if *peersFile != "" {
		text, err := json.MarshalIndent(out, "", " ")
		if err == nil {
			err = os.WriteFile(*peersFile, text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func pow(b, n int64) *big.Int { return new(big.Int).Exp(big.NewInt(b), big.NewInt(n), nil) }

func bestOfFive(t *testing.T, p *procedure.Procedure[bout]) float64 {
	best := 0.0
	for range 5 {
		n := 0
		start := time.Now()
		for ; n < 20 || time.Since(start) < 20*time.Millisecond; n++ {
			evaluate(t, p, false)
		}
		if ns := float64(time.Since(start).Nanoseconds()) / float64(n); best == 0 || ns < best {
			best = ns
		}
	}
	return best
}

// TestVolleyAgainstPlays holds the volley against one hundred thousand plays.
func TestVolleyAgainstPlays(t *testing.T) {
	p := volley(5)
	d := evaluate(t, &p, false)
	want := map[string]float64{}
	key := peers()["W2o"].key
	for i := range d.States {
		want[key(&d.States[i])] += d.P[i]
	}
	got := map[string]float64{}
	player := procedure.NewPlayer(&p)
	r := procedure.Random{Dice: dice.NewRandom(1)}
	const n = 100_000
	for range n {
		s, err := player.Play(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		got[key(s)]++
	}
	for k, g := range got {
		e := want[k] * n
		if diff := g - e; diff*diff > 36*e+9 {
			t.Errorf("%s: %v plays, odds want %v", k, g, e)
		}
	}
}

// TestPlayAllocatesNothing holds a built procedure to no allocation a play.
func TestPlayAllocatesNothing(t *testing.T) {
	p := volley(5)
	player := procedure.NewPlayer(&p)
	var r procedure.Driver = procedure.Random{Dice: dice.NewRandom(1)}
	if n := testing.AllocsPerRun(200, func() {
		if _, err := player.Play(r, nil); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations a play", n)
	}
}

func BenchmarkPeers(b *testing.B) {
	for _, name := range []string{"W1", "W2o", "W2c", "W3", "W3r", "W4", "W5"} {
		p := peers()[name]
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				evaluate(b, &p.proc, false)
			}
		})
		b.Run(name+"/exact", func(b *testing.B) {
			for b.Loop() {
				evaluate(b, &p.proc, true)
			}
		})
		b.Run(name+"/play", func(b *testing.B) {
			player := procedure.NewPlayer(&p.proc)
			var r procedure.Driver = procedure.Random{Dice: dice.NewRandom(1)}
			for b.Loop() {
				if _, err := player.Play(r, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
