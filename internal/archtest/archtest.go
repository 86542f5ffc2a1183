// Package archtest holds the order of the house: which room may import which, and what the rooms
// of the library may know of the world outside. All of it is in the tests.
package archtest
