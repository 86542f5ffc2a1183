package lang_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"umpire/explain"
	"umpire/internal/lang"
	"umpire/odds"
	"umpire/system"
	"umpire/systems"
)

func catalogue(t *testing.T) *lang.Catalogue {
	t.Helper()
	c, err := lang.New(systems.All()...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestWordsAreComplete(t *testing.T) {
	for _, f := range catalogue(t).Faults() {
		t.Error(f)
	}
}

func TestRussianPlurals(t *testing.T) {
	w := catalogue(t).In(lang.RU)
	for n, want := range map[int]string{
		0: "кубиков", 1: "кубик", 2: "кубика", 4: "кубика", 5: "кубиков", 11: "кубиков", 12: "кубиков",
		14: "кубиков", 21: "кубик", 22: "кубика", 25: "кубиков", 101: "кубик", 111: "кубиков", 122: "кубика",
	} {
		if got := w.Say("dice", explain.Is("n", n)); got != fmt.Sprintf("%d %s", n, want) {
			t.Errorf("%d: %q", n, got)
		}
	}
}

func TestChancesAreHonest(t *testing.T) {
	c := catalogue(t)
	for _, x := range []struct {
		c      odds.Chance
		ru, en string
	}{
		{odds.Chance{P: 1, Always: true}, "100 %", "100 %"},
		{odds.Chance{P: 1 - 1e-16}, "> 99,9 %", "> 99.9 %"},
		{odds.Chance{Never: true}, "0 %", "0 %"},
		{odds.Chance{P: 1.0 / 1679616}, "1 из 1 679 616", "1 in 1,679,616"},
		{odds.Chance{P: 0.5}, "50,0 %", "50.0 %"},
		{odds.Chance{P: 0.0042}, "0,42 %", "0.42 %"},
	} {
		if got := c.In(lang.RU).Chance(x.c); got != x.ru {
			t.Errorf("ru: %q, want %q", got, x.ru)
		}
		if got := c.In(lang.EN).Chance(x.c); got != x.en {
			t.Errorf("en: %q, want %q", got, x.en)
		}
	}
}

// toy is a system that has nothing but words.
func toy(id, text string) *system.System {
	return &system.System{ID: id, Texts: fstest.MapFS{"text/words.yaml": {Data: []byte(text)}}}
}

func TestWordsOfASystemComeFirst(t *testing.T) {
	c, err := lang.New(
		toy("a", "number.save: {ru: \"Спас-бросок\", en: \"Save\"}\nword.a-only: {ru: \"а\", en: \"a\"}\n"),
		toy("b", "number.save: {ru: \"Броня\", en: \"Armour\"}\n"),
	)
	if err != nil {
		t.Fatal(err)
	}
	common := c.In(lang.RU)
	for _, x := range []struct {
		words     *lang.Words
		key, want string
	}{
		{common.Of("a"), "number.save", "Спас-бросок"},
		{common.Of("b"), "number.save", "Броня"},
		{common.Of("a").Of("b"), "number.save", "Броня"},
		{common, "number.save", "number.save"},
		{common.Of("c"), "number.save", "number.save"},
		{common.Of("b"), "word.a-only", "word.a-only"},
		{common.Of("a"), "ui-result", "Итог"},
		{common, "ui-result", "Итог"},
	} {
		if got := x.words.Say(x.key); got != x.want {
			t.Errorf("%s: %q, want %q", x.key, got, x.want)
		}
		if has := x.words.Has(x.key); has != (x.want != x.key) {
			t.Errorf("%s: has words: %v", x.key, has)
		}
	}
	n := explain.Needed("save", explain.Worth("A-1", "base", 4))
	if got := common.Of("b").Number(n); got != "Броня: 4+" {
		t.Error(got)
	}
	if got := common.Of("a").Problem(explain.Wrong("x", "timeout", explain.Is("w", explain.Word("a-only")))); !strings.Contains(got, "время") {
		t.Error(got)
	}
}

func TestKeysStandOnce(t *testing.T) {
	const one = "number.x: {ru: \"а\", en: \"a\"}\n"
	two := toy("a", one)
	two.Texts.(fstest.MapFS)["text/more.yaml"] = &fstest.MapFile{Data: []byte(one)}
	for name, x := range map[string]struct {
		systems []*system.System
		want    string
	}{
		"a system must not have a key of the program": {[]*system.System{toy("a", "ui-result: {ru: \"а\", en: \"a\"}\n")}, "a: text/words.yaml: ui-result has words of the program"},
		"a key stands once in a system":               {[]*system.System{two}, "number.x stands twice"},
		"a system stands once":                        {[]*system.System{toy("a", one), toy("a", one)}, "the system a stands twice"},
		"both languages are needed":                   {[]*system.System{toy("a", "number.x: {en: \"a\"}\n")}, "number.x has no words in ru"},
	} {
		if _, err := lang.New(x.systems...); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFaultsNameTheSystem(t *testing.T) {
	c, err := lang.New(toy("a", `
reason.p: {ru: {one: "{n} а", few: "{n} б"}, en: "{n}"}
reason.q: {ru: "{cm}", en: "{n}"}
`))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"a: reason.p: Russian needs one, few and many",
		"a: reason.q: placeholders [cm] in Russian, [n] in English",
	}
	if got := c.Faults(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
