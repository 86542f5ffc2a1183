package lang_test

import (
	"fmt"
	"testing"

	"umpire/explain"
	"umpire/internal/lang"
	"umpire/odds"
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
