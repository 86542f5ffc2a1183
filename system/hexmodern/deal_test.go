package hexmodern

import (
	"testing"

	"umpire/rulebook"
)

// pieces are the conditions of a unit that the dealing of hits can tell apart.
var pieces = []Piece{{Steps: 2}, {Steps: 2, Disrupted: true}, {Steps: 1}, {Steps: 1, Disrupted: true}}

// capacity is the hits that a unit takes until it is destroyed.
func capacity(u Piece) int { return int(u.Steps) + boolInt(!u.Disrupted) }

// received is how many hits brought a unit from one condition to another; a destroyed one took all it could.
func received(from, to Piece) int {
	if to.Steps == 0 {
		return capacity(from)
	}
	return capacity(from) - capacity(to)
}

// ends carries dealing out with every face of every lot and returns what becomes of the stack.
func ends(t *testing.T, p *party, start Stack) []Stack {
	t.Helper()
	lies := false
	type S = Stack
	steps := dealSteps(p, func(s *S) *Stack { return s }, func(*S) *bool { return &lies })
	draw := steps[1].Steps[len(steps[1].Steps)-1]
	if len(steps[1].Steps) > 1 {
		draw = draw.Steps[0]
	}
	steps[0].Then(&start, outcome{}, nil)
	open := []Stack{start}
	var done []Stack
	for len(open) > 0 {
		s := open[0]
		open = open[1:]
		if s.Pool == 0 {
			done = append(done, s)
			continue
		}
		for _, br := range draw.Roll(&s).Distribution().Branches {
			next := s
			draw.Then(&next, br.Outcome, nil)
			if next.Pool != s.Pool { // a face that is thrown again changes nothing
				open = append(open, next)
			}
		}
	}
	return done
}

// TestHitsAreSpreadEvenly deals every number of hits to every stack of up to four units and holds
// each end against the rules in their own words (HX-ASSAULT-16 to 18), not against the procedure.
func TestHitsAreSpreadEvenly(t *testing.T) {
	for _, spread := range []string{"priority", "pure-random"} {
		p := &party{key: "defenders", o: options{rulebook.Choices{"assault-spread": spread}}}
		for n := 1; n <= 4; n++ {
			p.units = append(p.units, &counter{kind: "infantry"})
			total := 1
			for range n {
				total *= len(pieces)
			}
			for code := range total {
				var from Stack
				most := 0
				for i, c := 0, code; i < n; i, c = i+1, c/len(pieces) {
					from.Units[i] = pieces[c%len(pieces)]
					most += capacity(from.Units[i])
				}
				for hits := 0; hits <= most+2; hits++ {
					start := from
					start.Hits = int8(hits)
					for _, end := range ends(t, p, start) {
						checkSpread(t, spread, n, hits, most, &from, &end)
					}
				}
			}
		}
	}
}

func checkSpread(t *testing.T, spread string, n, hits, most int, from, end *Stack) {
	t.Helper()
	sum := 0
	low, safe := 99, 99 // the fewest hits of a survivor, and of one that a further hit would not destroy
	for i := range n {
		sum += received(from.Units[i], end.Units[i])
		if end.Units[i].Steps > 0 {
			got := received(from.Units[i], end.Units[i])
			low = min(low, got)
			if !doomed(end.Units[i]) {
				safe = min(safe, got)
			}
		}
	}
	if sum != min(hits, most) {
		t.Errorf("%s: %d hits on %v: %d were dealt: %v", spread, hits, from.Units[:n], sum, end.Units[:n])
	}
	for i := range n {
		got := received(from.Units[i], end.Units[i])
		if low != 99 && got > low+1 {
			t.Errorf("%s: %d hits on %v: a unit has %d while another has %d: %v", spread, hits, from.Units[:n], got, low, end.Units[:n])
		}
		if spread == "priority" && end.Units[i].Steps == 0 && got > safe {
			t.Errorf("%d hits on %v: a unit died of a hit that another would have survived: %v", hits, from.Units[:n], end.Units[:n])
		}
	}
	if end.Hits != 0 || end.Pool != 0 || end.Seek {
		t.Errorf("%d hits on %v leave scratch behind: %+v", hits, from.Units[:n], *end)
	}
}

// TestLotsAreFair draws one hit among two to six units: each has the same chance.
func TestLotsAreFair(t *testing.T) {
	for k := 2; k <= 6; k++ {
		counts := map[int]int{}
		for f := 1; f <= 6; f++ {
			counts[nth(1<<k-1, lots(k).Class(f))]++
		}
		for i := range k {
			if counts[i] != counts[0] || counts[i] == 0 {
				t.Errorf("among %d units: %v", k, counts)
			}
		}
	}
}
