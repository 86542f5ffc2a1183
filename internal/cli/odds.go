package cli

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"umpire/casebook"
	"umpire/explain"
	"umpire/internal/chart"
	"umpire/internal/datafile"
	"umpire/internal/lang"
	"umpire/odds"
	"umpire/system"
)

type oddsCmd struct {
	Files     []string      `arg:""`
	Fractions bool          `help:"${help_fractions}"`
	Sweep     string        `help:"${help_sweep}"`
	Plot      string        `help:"${help_plot}"`
	Given     string        `help:"${help_given}"`
	Goal      string        `help:"${help_goal}"`
	For       string        `enum:"attacker,defender," default:"" help:"${help_for}"`
	Least     bool          `help:"${help_least}"`
	Timeout   time.Duration `default:"60s" help:"${help_timeout}"`
	MaxStates int           `help:"${help_maxstates}"`
}

// column is one evaluated engagement.
type column struct {
	name  string
	words *lang.Words // of its system
	setup *system.Setup
	j     *system.Judgement
	res   *odds.Result
	took  time.Duration
}

func (c oddsCmd) Run(s *session) error {
	ctx, cancel := context.WithTimeout(s.ctx, c.Timeout)
	defer cancel()
	var cols []column
	for _, f := range c.Files {
		text, err := s.read(f)
		if err != nil {
			return err
		}
		points := []string{""}
		field := ""
		if c.Sweep != "" {
			if field, points, err = parseSweep(c.Sweep); err != nil {
				return err
			}
		}
		for _, p := range points {
			t, name := text, f
			if field != "" {
				name = p
				if len(c.Files) > 1 {
					name = f + " " + p
				}
				if t, err = datafile.With(f, text, field, p); err != nil {
					return system.FileProblem(err)
				}
			}
			col, err := s.evaluate(ctx, c, f, t)
			if err != nil {
				return err
			}
			if col.name = name; field == "" && col.setup.Title != "" {
				col.name = col.setup.Title
			}
			cols = append(cols, *col)
		}
	}
	if c.Plot != "" {
		if err := os.WriteFile(c.Plot, []byte(s.plot(c, cols)), 0o644); err != nil {
			return err
		}
	}
	switch {
	case s.json:
		out := []any{}
		for i := range cols {
			out = append(out, s.oddsJSON(&cols[i]))
		}
		return s.writeJSON(out)
	case len(cols) == 1:
		s.single(c, &cols[0])
	default:
		s.sideBySide(c, cols)
	}
	return nil
}

func (s *session) evaluate(ctx context.Context, c oddsCmd, file string, text []byte) (*column, error) {
	setup, j, err := s.load(file, text)
	if err != nil {
		return nil, err
	}
	if j.Refusal != nil {
		return nil, s.refused(j.Refusal)
	}
	var goal *system.Goal
	if c.Goal != "" {
		goal = &system.Goal{Measure: c.Goal, Side: c.For, Least: c.Least}
	}
	start := time.Now()
	res, err := j.Program.Odds(ctx, goal, odds.Options{Exact: c.Fractions || s.json, MaxStates: c.MaxStates})
	if err != nil {
		return nil, err
	}
	took := time.Since(start)
	if c.Given != "" {
		cond, err := casebook.ParseCond(c.Given)
		if err != nil {
			return nil, explain.Wrong("given", "bad-condition", explain.Is("value", c.Given))
		}
		i := res.Index(cond.Measure)
		if i < 0 {
			return nil, explain.Wrong("given", "unknown-measure", explain.Is("value", cond.Measure))
		}
		if res = res.Where(func(vs []int) bool { return cond.Holds(vs[i]) }); res == nil {
			return nil, explain.Wrong("given", "condition-never", explain.Is("value", c.Given))
		}
	}
	return &column{words: s.words, setup: setup, j: j, res: res, took: took}, nil
}

// parseSweep reads "field=a..b", "field=a..b:step" or "field=x,y,z".
func parseSweep(text string) (field string, points []string, err error) {
	bad := explain.Wrong("sweep", "bad-sweep", explain.Is("value", text))
	field, list, ok := strings.Cut(text, "=")
	if !ok || field == "" || list == "" {
		return "", nil, bad
	}
	from, to, ranged := strings.Cut(list, "..")
	if !ranged {
		return field, strings.Split(list, ","), nil
	}
	to, step, hasStep := strings.Cut(to, ":")
	a, err1 := strconv.ParseFloat(from, 64)
	b, err2 := strconv.ParseFloat(to, 64)
	d := 1.0
	var err3 error
	if hasStep {
		d, err3 = strconv.ParseFloat(step, 64)
	}
	if errors.Join(err1, err2, err3) != nil || d <= 0 || (b-a)/d > 200 || b < a {
		return "", nil, bad
	}
	for i := 0; a+float64(i)*d <= b+1e-9; i++ {
		points = append(points, strconv.FormatFloat(a+float64(i)*d, 'f', -1, 64))
	}
	return field, points, nil
}

// single prints one result in full.
func (s *session) single(c oddsCmd, col *column) {
	s.heading(col.setup)
	s.judgement(col.j)
	s.printf("\n%s\n", s.bold(s.words.Say("ui-odds")))
	if c.Given != "" {
		s.printf("  %s\n", s.words.Say("ui-given", explain.Is("n", c.Given)))
	}
	for i, m := range col.res.Measures {
		if m.Event {
			ch := happened(col.res, i)
			s.printf("  %s: %s%s\n", s.words.Say("measure."+m.Key), s.words.Chance(ch), fraction(c, ch.Exact))
			continue
		}
		mean := col.res.Mean(i)
		s.printf("  %s, %s%s\n", s.words.Say("measure."+m.Key), s.words.Say("ui-mean", explain.Is("n", s.words.Mean(mean.Value))), fraction(c, mean.Exact))
		s.printf("    %s %s %s\n", pad(s.words.Say("ui-value"), 10), pad(s.words.Say("ui-exactly"), 14), s.words.Say("ui-at-least"))
		for _, b := range col.res.Bars(i) {
			s.printf("    %s %s %s %s%s\n", pad(strconv.Itoa(b.Value), 10), pad(s.words.Chance(b.Exactly), 14), pad(s.words.Chance(b.AtLeast), 14), bar(b.Exactly.P), fraction(c, b.Exactly.Exact))
		}
	}
	st := col.res.Stats
	s.printf("\n%s\n", s.dim(s.words.Say("ui-cost", explain.Is("paths", st.Paths), explain.Is("states", st.States), explain.Is("time", col.took.Round(time.Microsecond).String()))))
}

func fraction(c oddsCmd, r *big.Rat) string {
	if !c.Fractions || r == nil {
		return ""
	}
	return "  = " + lang.Fraction(r)
}

// happened is the chance of an event.
func happened(r *odds.Result, i int) odds.Chance {
	return r.Chance(func(vs []int) bool { return vs[i] != 0 })
}

// bar draws a chance in blocks, eighths included.
func bar(p float64) string {
	eighths := int(p*240 + 0.5)
	out := strings.Repeat("█", eighths/8)
	if r := eighths % 8; r > 0 {
		out += string(rune('█' + 8 - r))
	}
	return out
}

func pad(text string, n int) string {
	if l := len([]rune(text)); l < n {
		return text + strings.Repeat(" ", n-l)
	}
	return text
}

// sideBySide prints one line for each engagement or point of a sweep.
func (s *session) sideBySide(c oddsCmd, cols []column) {
	wide := 0
	for _, col := range cols {
		wide = max(wide, len([]rune(col.name)))
	}
	// Measures of two systems share a column where they share the words.
	type measure struct{ key, name string }
	var keys []measure
	for _, col := range cols {
		for _, m := range col.res.Measures {
			if k := (measure{m.Key, col.words.Say("measure." + m.Key)}); !slices.Contains(keys, k) {
				keys = append(keys, k)
			}
		}
	}
	head := pad("", wide)
	for _, k := range keys {
		head += "  " + pad(k.name, 12)
	}
	s.printf("%s\n", strings.TrimRight(head, " "))
	for _, col := range cols {
		line := pad(col.name, wide)
		for _, k := range keys {
			text := "–"
			var exact *big.Rat
			if i := col.res.Index(k.key); i >= 0 && col.words.Say("measure."+k.key) == k.name {
				if col.res.Measures[i].Event {
					ch := happened(col.res, i)
					text, exact = s.words.Chance(ch), ch.Exact
				} else {
					mean := col.res.Mean(i)
					text, exact = s.words.Mean(mean.Value), mean.Exact
				}
			}
			line += "  " + pad(text+fraction(c, exact), max(12, len([]rune(k.name))))
		}
		s.printf("%s\n", strings.TrimRight(line, " "))
	}
}

// plot draws the result of one engagement as bars, or the events of several as curves.
func (s *session) plot(c oddsCmd, cols []column) string {
	if len(cols) == 1 {
		var groups []chart.Group
		col := cols[0]
		for i, m := range col.res.Measures {
			g := chart.Group{Title: s.words.Say("measure." + m.Key)}
			for _, b := range col.res.Bars(i) {
				label := strconv.Itoa(b.Value)
				if m.Event {
					label = s.yesNo(b.Value)
				}
				g.Labels, g.Values, g.Texts = append(g.Labels, label), append(g.Values, b.Exactly.P), append(g.Texts, s.words.Chance(b.Exactly))
			}
			groups = append(groups, g)
		}
		return chart.Bars(col.name, groups)
	}
	var points []string
	lines := map[string]*chart.Line{} // by their words
	var order []string
	for k, col := range cols {
		points = append(points, col.name)
		for i, m := range col.res.Measures {
			if !m.Event {
				continue
			}
			name := col.words.Say("measure." + m.Key)
			if lines[name] == nil {
				lines[name] = &chart.Line{Title: name, Values: make([]float64, len(cols))}
				order = append(order, name)
			}
			lines[name].Values[k] = happened(col.res, i).P
		}
	}
	var out []chart.Line
	for _, k := range order {
		out = append(out, *lines[k])
	}
	return chart.Curves(c.Sweep, points, out)
}

// oddsJSON is the JSON shape of a result.
func (s *session) oddsJSON(col *column) any {
	type value struct {
		Value    int     `json:"value"`
		Exactly  float64 `json:"exactly"`
		AtLeast  float64 `json:"atLeast"`
		Fraction string  `json:"fraction"`
	}
	type meas struct {
		Measure  string  `json:"measure"`
		Event    bool    `json:"event,omitempty"`
		Mean     float64 `json:"mean"`
		Fraction string  `json:"meanFraction"`
		Values   []value `json:"values"`
	}
	out := struct {
		Name     string           `json:"name"`
		Numbers  []explain.Number `json:"numbers"`
		Reasons  []explain.Reason `json:"reasons"`
		Measures []meas           `json:"measures"`
		Stats    odds.Stats       `json:"stats"`
	}{Name: col.name, Numbers: col.j.Numbers, Reasons: col.j.Reasons, Stats: col.res.Stats}
	for i, m := range col.res.Measures {
		mean := col.res.Mean(i)
		x := meas{Measure: m.Key, Event: m.Event, Mean: mean.Value, Fraction: lang.Fraction(mean.Exact)}
		for _, b := range col.res.Bars(i) {
			x.Values = append(x.Values, value{b.Value, b.Exactly.P, b.AtLeast.P, lang.Fraction(b.Exactly.Exact)})
		}
		out.Measures = append(out.Measures, x)
	}
	return out
}

func rulesOf(r explain.Reason) string { return lang.Rules(r.Rules()) }

// out writes text to a file, or to the output when there is none.
func (s *session) out(file, text string) error {
	if file == "" {
		_, err := fmt.Fprint(s.Out, text)
		return err
	}
	return os.WriteFile(file, []byte(text), 0o644)
}
