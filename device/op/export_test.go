package op

import "math"

// Rows are all rows, also those of With.
var Rows = rows

// Unjudged are the rows that no outside data judge; TestTheRowsWithoutDataMeanWhatTheyShould does.
var Unjudged = map[*Op]bool{Positive: true, Prelu: true, Muladd: true, Isclose: true, Logit.With: true}

func (dt DType) isNaN(s Scalar) bool { return dt.IsFloat() && math.IsNaN(dt.Float(s)) }
