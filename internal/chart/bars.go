package chart

import (
	"fmt"
	"html"
	"strings"
)

// Group is one distribution of a chart: labels with their chances.
type Group struct {
	Title  string
	Labels []string
	Values []float64 // 0 to 1
	Texts  []string  // as written beside the bar
}

// Bars draws distributions below one another as SVG, one bar a line.
func Bars(title string, groups []Group) string {
	var b strings.Builder
	y := 34
	for _, g := range groups {
		fmt.Fprintf(&b, "<text x=\"12\" y=\"%d\" font-size=\"14\" font-weight=\"bold\" fill=\"#123\">%s</text>\n", y, html.EscapeString(g.Title))
		y += 10
		for i, l := range g.Labels {
			fmt.Fprintf(&b, "<text x=\"110\" y=\"%d\" font-size=\"12\" text-anchor=\"end\" fill=\"#123\">%s</text>\n", y+13, html.EscapeString(l))
			fmt.Fprintf(&b, "<rect x=\"118\" y=\"%d\" width=\"%.1f\" height=\"14\" fill=\"#3b7dbf\"/>\n", y+2, 1+300*g.Values[i])
			fmt.Fprintf(&b, "<text x=\"%.1f\" y=\"%d\" font-size=\"12\" fill=\"#123\">%s</text>\n", 124+300*g.Values[i], y+13, html.EscapeString(g.Texts[i]))
			y += 18
		}
		y += 22
	}
	return svg(title, y, b.String())
}

// Line is one curve of a chart: a value from 0 to 1 for each point of the sweep.
type Line struct {
	Title  string
	Values []float64
}

var colours = []string{"#3b7dbf", "#d9822b", "#2b8a5b", "#8b5bb5", "#b5443b", "#555555"}

// Curves draws chances over the points of a sweep as SVG.
func Curves(title string, points []string, lines []Line) string {
	var b strings.Builder
	const x0, x1, y0, y1 = 46, 500, 40, 280
	x := func(i int) float64 {
		if len(points) < 2 {
			return x0
		}
		return x0 + float64(x1-x0)*float64(i)/float64(len(points)-1)
	}
	for k := 0; k <= 4; k++ {
		y := y1 - (y1-y0)*k/4
		fmt.Fprintf(&b, "<path d=\"M%d %d H%d\" stroke=\"#ddd\"/><text x=\"40\" y=\"%d\" font-size=\"11\" text-anchor=\"end\" fill=\"#123\">%d %%</text>\n", x0, y, x1, y+4, 25*k)
	}
	every := max(1, len(points)/12)
	for i, p := range points {
		if i%every == 0 {
			fmt.Fprintf(&b, "<text x=\"%.1f\" y=\"296\" font-size=\"11\" text-anchor=\"middle\" fill=\"#123\">%s</text>\n", x(i), html.EscapeString(p))
		}
	}
	y := 320
	for k, l := range lines {
		var path []string
		for i, v := range l.Values {
			path = append(path, fmt.Sprintf("%.1f,%.1f", x(i), y1-float64(y1-y0)*v))
		}
		c := colours[k%len(colours)]
		fmt.Fprintf(&b, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n", strings.Join(path, " "), c)
		fmt.Fprintf(&b, "<rect x=\"46\" y=\"%d\" width=\"14\" height=\"4\" fill=\"%s\"/><text x=\"66\" y=\"%d\" font-size=\"12\" fill=\"#123\">%s</text>\n", y, c, y+6, html.EscapeString(l.Title))
		y += 18
	}
	return svg(title, y+6, b.String())
}

func svg(title string, height int, body string) string {
	return fmt.Sprintf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 520 %d\" width=\"520\" height=\"%d\" font-family=\"sans-serif\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n<text x=\"12\" y=\"18\" font-size=\"15\" fill=\"#123\">%s</text>\n%s</svg>\n", height, height, html.EscapeString(title), body)
}
