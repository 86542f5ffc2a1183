package procedure

// Scope is the part of the state that a block has to do with. It changes nothing in play. Package
// odds carries the block out once for all states in which the part is the same, and puts every
// end of it into each of them: where a template scatters does not depend on who has fallen.
//
// The steps of the block, and the blocks within it, may look at and change nothing but the part.
// The If of the block itself sees the whole state.
type Scope[S comparable] struct {
	// Of returns the part; everything else in it is zero.
	Of func(*S) S
	// Put sets the part of the whole to the given one and leaves the rest as it is.
	Put func(whole, part *S)
}
