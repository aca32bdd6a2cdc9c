package main

// textbook names the source of all other lists of coefficients.
var textbook = map[string]string{
	"expSeries":        "Taylor's series",
	"logSeries":        "Taylor's series",
	"m_log1p_exp_more": "Taylor's series, in r, of log(1+x*exp(r)) for all x",
	"sinSeries":        "Taylor's series",
	"cosSeries":        "Taylor's series",
	"stirlingSeries":   "Stirling's series (Abramowitz and Stegun, 6.1.41)",
	"stirlingOf":       "Stirling's series (Abramowitz and Stegun, 6.1.41)",
	"m_lgamma_large":   "Stirling's series (Abramowitz and Stegun, 6.1.41)",
	"halfPi":           "the digits of pi/2, in parts",
	"halfPi64":         "the digits of pi/2, in parts",
	"Inverses":         "1/x in the middle of each interval, in few bits",
	"inverseLogs":      "-log2 of those inverses, in few bits",
	"inverseRest":      "what those logarithms lack",
	"inverseLogs64":    "-log2 of those inverses, in few bits",
	"inverseRest64":    "what those logarithms lack",
	"powers64":         "2^(i/16)",
	"powersRest64":     "what those powers lack",
	"logarithm":        "normal.go of package op: they define the bits of random numbers, so no new fit may replace them",
	"normalMiddle":     "normal.go of package op, as logarithm",
	"normalTail":       "normal.go of package op, as logarithm",
}
