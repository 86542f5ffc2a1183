package lang

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"umpire/explain"
	"umpire/odds"
	"umpire/procedure"
	"umpire/rulebook"
)

// Words are a catalogue in one language, as one rule system has them.
type Words struct {
	Lang   Lang
	all    *Catalogue
	system string // id; "" for the common words alone
}

// In returns the common words in a language.
func (c *Catalogue) In(l Lang) *Words { return &Words{Lang: l, all: c} }

// Of returns the same words as a rule system has them: a key is looked up among those of the
// system first, then among the common ones. An unknown id leaves the common ones alone.
func (w *Words) Of(system string) *Words { return &Words{w.Lang, w.all, system} }

// Has says whether the key has words.
func (w *Words) Has(key string) bool {
	_, ok := w.all.find(w.system, key)
	return ok
}

// Say returns the words of a key with its placeholders filled. A key without words is returned as it is.
func (w *Words) Say(key string, facts ...explain.Fact) string {
	e, ok := w.all.find(w.system, key)
	if !ok {
		return key
	}
	forms := e.forms[w.Lang]
	text := forms["other"]
	if len(forms) > 1 {
		for _, f := range facts {
			if n, ok := f.Value.(int); ok && f.Name == e.by {
				if t, ok := forms[form(w.Lang, n)]; ok {
					text = t
				}
			}
		}
	}
	for _, f := range facts {
		text = strings.ReplaceAll(text, "{"+f.Name+"}", w.Value(f.Value))
		if n, ok := f.Value.(int); ok {
			text = strings.ReplaceAll(text, "{+"+f.Name+"}", Signed(n))
		}
	}
	return text
}

// Signed writes a number with its sign, with a true minus.
func Signed(n int) string {
	if n < 0 {
		return "−" + strconv.Itoa(-n)
	}
	return "+" + strconv.Itoa(n)
}

// Value writes what a fact holds: a text or word in the language, a length, a list.
func (w *Words) Value(v any) string {
	switch x := v.(type) {
	case rulebook.Text:
		return x.In(string(w.Lang))
	case explain.Word:
		if w.Has(string(x)) {
			return w.Say(string(x))
		}
		return w.Say("word." + string(x))
	case float64:
		return w.Float(x)
	case explain.Length:
		return w.Say("length-"+x.Unit, explain.Is("n", w.Float(x.Value)))
	case []string:
		return strings.Join(x, ", ")
	}
	return fmt.Sprint(v)
}

// Answer says an answer to a decision. An answer may carry names behind colons, such as
// "shift:B:R3"; its words stand under the part before the first, and have them as {1}, {2}.
func (w *Words) Answer(id string) string {
	parts := strings.Split(id, ":")
	var names []explain.Fact
	for i, name := range parts[1:] {
		names = append(names, explain.Is(strconv.Itoa(i+1), name))
	}
	return w.Say("answer."+parts[0], names...)
}

// Float writes a length without trailing zeros, in Russian with a comma.
func (w *Words) Float(x float64) string {
	s := strconv.FormatFloat(math.Round(x*1000)/1000, 'f', -1, 64)
	if w.Lang == RU {
		s = strings.Replace(s, ".", ",", 1)
	}
	return s
}

// Reason says a reason.
func (w *Words) Reason(r explain.Reason) string {
	return w.Say("reason."+r.Key, append([]explain.Fact{{Name: "value", Value: r.Value}}, r.Facts...)...)
}

// Number says what a number is and its value: "To hit, Rifle: 4+".
func (w *Words) Number(n explain.Number) string {
	name := w.Say("number." + n.Key)
	if n.Of != nil {
		name += ", " + w.Value(n.Of)
	}
	return name + ": " + w.NumberValue(n)
}

// NumberValue writes the value of a number: "4+", "12", or that it is impossible or automatic.
func (w *Words) NumberValue(n explain.Number) string {
	switch {
	case n.State == explain.Impossible:
		return w.Say("number-impossible")
	case n.State == explain.Automatic:
		return w.Say("number-automatic")
	case n.Form == explain.Plus:
		return strconv.Itoa(n.Value) + "+"
	}
	return strconv.Itoa(n.Value)
}

// Rules writes the rule ids of a reason.
func Rules(ids []rulebook.ID) string {
	s := make([]string, 0, len(ids))
	for _, id := range ids {
		if id != "" {
			s = append(s, string(id))
		}
	}
	if len(s) == 0 {
		return ""
	}
	return "[" + strings.Join(s, ", ") + "]"
}

// Problem says a fault of the input with its place.
func (w *Words) Problem(p *explain.Problem) string {
	var b strings.Builder
	if s := p.Place.String(); s != "" {
		b.WriteString(s + ": ")
	}
	if p.Field != "" {
		b.WriteString(p.Field + ": ")
	}
	b.WriteString(w.Say("problem."+p.Key, p.Facts...))
	return b.String()
}

// Refusal says why something may not be done, with the place in the file that it turns on.
func (w *Words) Refusal(r *explain.Refusal) string {
	var b strings.Builder
	if s := r.Place.String(); s != "" {
		b.WriteString(s + ": ")
	}
	if r.Field != "" {
		b.WriteString(r.Field + ": ")
	}
	b.WriteString(w.Say("refused"))
	for i, re := range r.Reasons {
		sep := "; "
		if i == 0 {
			sep = ": "
		}
		b.WriteString(sep + w.Reason(re) + " " + Rules(re.Rules()))
	}
	return b.String()
}

// Ask says what to throw.
func (w *Words) Ask(a procedure.Ask) string {
	n := explain.Is("n", a.Dice)
	dice := w.Say("dice", n)
	if a.Sides != 6 && a.Read != "direction" {
		dice += fmt.Sprintf(" (d%d)", a.Sides)
	}
	out := dice
	switch {
	case a.Read == "direction":
		return w.Say("ask-direction", explain.Is("n", a.Sides))
	case a.Target > 0:
		out += ", " + w.Say("ask-target", explain.Is("target", a.Target))
	case a.Read == "sum" && a.Dice > 1:
		out += ", " + w.Say("ask-sum")
	case a.Read == "best" || a.Read == "worst":
		out += ", " + w.Say("ask-"+a.Read)
	}
	if len(a.Again) > 0 {
		out += ", " + w.Say("ask-again", explain.Is("faces", fmt.Sprint(a.Again)))
	}
	if len(a.Extra) > 0 {
		out += ", " + w.Say("ask-extra", explain.Is("faces", fmt.Sprint(a.Extra)))
	}
	return out
}

// Chance writes a probability honestly: 100 % and 0 % only for what must and what cannot happen.
func (w *Words) Chance(c odds.Chance) string {
	pct := " %"
	switch {
	case c.Always:
		return "100" + pct
	case c.Never:
		return "0" + pct
	case c.P > 0.999:
		return "> " + w.decimal("99.9") + pct
	case c.P < 0.0001:
		n := math.Round(1 / c.P)
		if math.IsInf(n, 0) || n > 1e15 {
			return "< " + w.decimal("0.0001") + pct
		}
		return w.Say("one-in", explain.Is("n", w.group(int64(n))))
	case c.P < 0.01:
		return w.decimal(strconv.FormatFloat(c.P*100, 'f', 2, 64)) + pct
	}
	return w.decimal(strconv.FormatFloat(c.P*100, 'f', 1, 64)) + pct
}

func (w *Words) decimal(s string) string {
	if w.Lang == RU {
		return strings.Replace(s, ".", ",", 1)
	}
	return s
}

// group writes a whole number with thousands apart.
func (w *Words) group(n int64) string {
	s := strconv.FormatInt(n, 10)
	sep := ","
	if w.Lang == RU {
		sep = " "
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + sep + s[i:]
	}
	return s
}

// Mean writes an expected value.
func (w *Words) Mean(x float64) string { return w.decimal(strconv.FormatFloat(x, 'f', 3, 64)) }

// Fraction writes a fraction, or nothing when there is none.
func Fraction(r *big.Rat) string {
	if r == nil {
		return ""
	}
	return r.RatString()
}
