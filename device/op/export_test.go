package op

import "math"

// Rows are all rows, also those of With.
var Rows = rows

// Unjudged are the rows that no outside data judge; TestTheRowsWithoutDataMeanWhatTheyShould does.
// Package precise's test data judge the functions among them.
var Unjudged = map[*Op]bool{Positive: true, Prelu: true, Muladd: true, Isclose: true, Logit.With: true, Digamma: true,
	Erfinv: true, Ndtri: true, I0: true, I0e: true, I1: true, I1e: true, Xlog1py: true}

func (dt DType) isNaN(s Scalar) bool { return dt.IsFloat() && math.IsNaN(dt.Float(s)) }
