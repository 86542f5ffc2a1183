package hexmodern

// entry is what entering a hex costs a unit, in half movement points (HX-MOVE-01).
func entry(c *counter, g *Terrain, road bool) int {
	switch {
	case c.moveType == "air":
		return 2
	case c.moveType == "leg" && road:
		return 2
	case road:
		return 1
	}
	return 2 * map[string]int{"leg": g.Leg, "track": g.Track, "wheel": g.Wheel}[c.moveType]
}
