package cli

import (
	"umpire/casebook"
	"umpire/explain"
)

type casesCmd struct {
	Files []string `arg:""`
}

func (c casesCmd) Run(s *session) error {
	type line struct {
		File     string           `json:"file"`
		Line     int              `json:"line"`
		Name     string           `json:"name"`
		Passed   bool             `json:"passed"`
		Failures explain.Problems `json:"failures,omitempty"`
	}
	lines := []line{}
	passed, failed := 0, 0
	for _, f := range c.Files {
		text, err := s.read(f)
		if err != nil {
			return err
		}
		book, err := casebook.Read(f, text, s.systems)
		if err != nil {
			return err
		}
		for i := range book.Cases {
			k := &book.Cases[i]
			s.words = s.words.Of(k.Setup.System.ID)
			r, err := k.Run(s.ctx)
			if err != nil {
				return err
			}
			lines = append(lines, line{k.File, k.Line, k.Name, r.Passed(), r.Failures})
			verdict := s.words.Say("ui-ok")
			if r.Passed() {
				passed++
			} else {
				failed++
				verdict = s.words.Say("ui-wrong")
			}
			if s.json {
				continue
			}
			s.printf("%s:%d: %s: %s\n", k.File, k.Line, k.Name, verdict)
			for _, p := range r.Failures {
				s.printf("    %s\n", s.words.Problem(p))
			}
		}
	}
	if s.json {
		if err := s.writeJSON(lines); err != nil {
			return err
		}
	} else {
		s.printf("%s, %s\n", s.words.Say("ui-passed", explain.Is("n", passed)), s.words.Say("ui-failed", explain.Is("n", failed)))
	}
	if failed > 0 {
		return errNo
	}
	return nil
}
