// Package chart draws procedures and distributions as text for Mermaid and as SVG.
package chart

import (
	"fmt"
	"html"
	"strings"

	"umpire/procedure"
)

// Mermaid writes the steps of a procedure as a Mermaid flowchart. label gives the words of a step.
func Mermaid(nodes []procedure.Node, label func(string) string) string {
	var b strings.Builder
	b.WriteString("flowchart TD\n")
	m := &mermaid{out: &b, label: label}
	m.list(nodes, "", "  ")
	return b.String()
}

type mermaid struct {
	out   *strings.Builder
	label func(string) string
	n     int
}

// list writes steps one after the other and returns the name of the last.
func (m *mermaid) list(nodes []procedure.Node, from, indent string) string {
	for _, x := range nodes {
		m.n++
		id := fmt.Sprintf("s%d", m.n)
		text := strings.ReplaceAll(m.label(x.Key), `"`, "'")
		for i, r := range x.Rules {
			if i < 3 {
				text += "<br/>" + string(r)
			}
		}
		if x.Steps != nil {
			if from != "" {
				fmt.Fprintf(m.out, "%s%s --> %s\n", indent, from, id)
			}
			fmt.Fprintf(m.out, "%ssubgraph %s[\"%s\"]\n", indent, id, text)
			first := m.n + 1
			last := m.list(x.Steps, "", indent+"  ")
			if x.Repeat && last != "" {
				fmt.Fprintf(m.out, "%s  %s -. ↻ .-> s%d\n", indent, last, first)
			}
			fmt.Fprintf(m.out, "%send\n", indent)
		} else {
			open, shut := "[", "]"
			switch x.Act {
			case "roll":
				open, shut = "([", "])"
			case "decide":
				open, shut = "{{", "}}"
			}
			fmt.Fprintf(m.out, "%s%s%s\"%s\"%s\n", indent, id, open, text, shut)
			if from != "" {
				arrow := "-->"
				if x.Maybe {
					arrow = "-. ? .->"
				}
				fmt.Fprintf(m.out, "%s%s %s %s\n", indent, from, arrow, id)
			}
		}
		from = id
	}
	return from
}

const (
	rowHeight = 54
	boxHeight = 40
	width     = 520
)

// Flow draws the steps of a procedure from top to bottom as SVG: rounded boxes are rolls,
// pointed ones decisions; a frame holds the steps of a block, and ↻ marks one that repeats.
func Flow(nodes []procedure.Node, label func(string) string) string {
	var b strings.Builder
	y := 12
	drawFlow(&b, nodes, label, 12, &y)
	return fmt.Sprintf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n%s</svg>\n", width, y, width, y, b.String())
}

func drawFlow(b *strings.Builder, nodes []procedure.Node, label func(string) string, x int, y *int) {
	w := width - 2*x
	for i, n := range nodes {
		if i > 0 {
			fmt.Fprintf(b, "<path d=\"M%d %d v10\" stroke=\"#555\" stroke-width=\"1.5\"/>\n", width/2, *y-rowHeight+boxHeight+2)
		}
		text := label(n.Key)
		if n.Maybe {
			text += " ?"
		}
		if n.Repeat {
			text += " ↻"
		}
		if n.Steps != nil {
			top := *y
			*y += 28
			drawFlow(b, n.Steps, label, x+16, y)
			fmt.Fprintf(b, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#888\" stroke-dasharray=\"5 4\" rx=\"6\"/>\n<text x=\"%d\" y=\"%d\" font-size=\"13\" fill=\"#444\">%s</text>\n", x, top, w, *y-top-6, x+10, top+18, html.EscapeString(text))
			*y += 10
			continue
		}
		rx, fill := 4, "#eef1f4"
		switch n.Act {
		case "roll":
			rx, fill = 18, "#dbe9f6"
		case "decide":
			rx, fill = 0, "#fbe7c6"
		}
		var ids []string
		for k, r := range n.Rules {
			if k < 4 {
				ids = append(ids, string(r))
			}
		}
		fmt.Fprintf(b, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"%s\" stroke=\"#456\"/>\n", x, *y, w, boxHeight, rx, fill)
		fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\" font-size=\"14\" text-anchor=\"middle\" fill=\"#123\">%s</text>\n", width/2, *y+17, html.EscapeString(text))
		fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\" font-size=\"10\" text-anchor=\"middle\" fill=\"#567\">%s</text>\n", width/2, *y+32, html.EscapeString(strings.Join(ids, ", ")))
		*y += rowHeight
	}
}
