package outside

// ONNX maps operators to the names of rows.
var ONNX = map[string]string{
	"Abs": "abs", "Add": "add", "And": "logical_and", "BitwiseAnd": "bitwise_and", "BitwiseNot": "bitwise_not", "BitwiseOr": "bitwise_or",
	"BitwiseXor": "bitwise_xor", "Ceil": "ceil", "Cos": "cos", "Equal": "eq", "Exp": "exp", "Floor": "floor",
	"Greater": "gt", "GreaterOrEqual": "ge", "IsNaN": "isnan", "Less": "lt", "LessOrEqual": "le", "Log": "log",
	"Mul": "mul", "Neg": "neg", "Not": "logical_not", "Or": "logical_or", "Pow": "pow",
	"Reciprocal": "reciprocal", "Relu": "relu", "Round": "round", "Sigmoid": "sigmoid", "Sign": "sign", "Sin": "sin", "Sqrt": "sqrt",
	"Sub": "sub", "Tanh": "tanh", "Where": "where", "Xor": "logical_xor", "Erf": "erf", "Tan": "tan", "Acos": "acos", "Asin": "asin",
	"Atan": "atan", "Acosh": "acosh", "Asinh": "asinh", "Atanh": "atanh", "Cosh": "cosh", "Sinh": "sinh", "Clip": "clamp",
	"HardSwish": "hardswish", "Mish": "mish", "PRelu": "prelu", "Softplus": "softplus", "Softsign": "softsign",
}
