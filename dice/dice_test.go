package dice_test

import (
	"math/big"
	"testing"

	"umpire/dice"
)

// script throws given faces in turn.
type script struct{ faces []int16 }

func (s *script) Throw(_ dice.Roll, _ dice.Part, faces []int16) error {
	n := copy(faces, s.faces)
	s.faces = s.faces[n:]
	return nil
}

// TestDistributionIsEnumeration holds the distribution of each reading against the reading of
// every sequence of faces. Sequences hold the first handful and as many further dice as may be
// thrown; dice that a roll does not need do not change the weights.
func TestDistributionIsEnumeration(t *testing.T) {
	rolls := map[string]dice.Roll{
		"none":           dice.None(),
		"count":          dice.Count(3, 4),
		"count never":    dice.Count(2, 7),
		"count always":   dice.Count(2, 1),
		"count 0 dice":   dice.Count(0, 4),
		"table":          dice.Table(3, [6]uint8{0, 1, 2, 2, 2, 3}),
		"sum":            dice.Sum(3),
		"sum 0 dice":     dice.Sum(0),
		"face":           dice.Face(),
		"best":           dice.KeepBest(3),
		"worst":          dice.KeepWorst(3),
		"which":          dice.WhichOf(3, 5),
		"misses again":   dice.Count(2, 5).RerollingMisses(),
		"ones again":     dice.Count(2, 3).Rerolling(1),
		"sum ones again": dice.Sum(2).Rerolling(1),
		"best sixes off": dice.KeepBest(2).Rerolling(6),
		"chain":          dice.Count(3, 4).Chaining(),
		"chain again":    dice.Count(2, 5).Rerolling(1).Chaining(),
	}
	for name, r := range rolls {
		t.Run(name, func(t *testing.T) {
			n := int(r.N)
			extra := 0
			if r.Again != 0 {
				extra += n
			}
			if r.Extra != 0 {
				extra += n
			}
			all := 1
			for range n + extra {
				all *= 6
			}
			got := map[dice.Outcome]int64{}
			var h dice.Hand
			for k := range all {
				faces := make([]int16, n+extra)
				for i := range faces {
					faces[i] = int16(k%6) + 1
					k /= 6
				}
				o, err := h.Throw(r, &script{faces})
				if err != nil {
					t.Fatal(err)
				}
				got[o]++
			}
			row := r.Distribution()
			sum := new(big.Int)
			for _, b := range row.Branches {
				sum.Add(sum, b.Num)
				want := big.NewRat(got[b.Outcome], int64(all))
				if p := new(big.Rat).SetFrac(b.Num, row.Den); p.Cmp(want) != 0 {
					t.Errorf("%v: %v, enumeration %v", b.Outcome, p, want)
				}
				delete(got, b.Outcome)
			}
			if sum.Cmp(row.Den) != 0 {
				t.Errorf("sum %v of %v", sum, row.Den)
			}
			for o := range got {
				t.Errorf("outcome %v is missing", o)
			}
		})
	}
}

// TestStreamNeverChanges pins the first faces of seed 1: recorded seeds must keep their dice.
func TestStreamNeverChanges(t *testing.T) {
	faces := make([]int16, 24)
	if err := dice.NewRandom(1).Throw(dice.Sum(24), dice.First, faces); err != nil {
		t.Fatal(err)
	}
	want := golden
	for i, f := range faces {
		if f != want[i] {
			t.Fatalf("faces %v, want %v", faces, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("4 2 5 / 6 @90 3")
	f.Add("-1")
	f.Add("@")
	f.Fuzz(func(t *testing.T, text string) {
		faces, err := dice.Parse(text)
		if err != nil {
			return
		}
		for _, x := range faces {
			if x < 0 {
				t.Errorf("negative face %d", x)
			}
		}
	})
}

var golden = [24]int16{4, 1, 5, 1, 5, 4, 5, 4, 2, 1, 3, 1, 6, 1, 6, 2, 5, 3, 6, 1, 6, 4, 2, 1}
