package function

// Inverses are factors of few bits, for logarithms of numbers from 31/32 to 63/32. Each of the 16
// intervals about a multiple of 1/16 has its own; that of the numbers near 1 is 1, so the product
// less 1 has all digits of the number's logarithm.
var Inverses = []float64{1.0, 0.94140625, 0.890625, 0.84375, 0.80078125, 0.76171875, 0.7265625, 0.6953125, 0.66796875, 0.640625, 0.6171875, 0.59375, 0.5703125, 0.55078125, 0.53515625, 0.515625}
