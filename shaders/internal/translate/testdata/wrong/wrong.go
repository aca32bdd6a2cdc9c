package wrong

var x float64 = "one"
