package tensor_test

// Tests open the GPU where it is registered: see everywhere. overlay.json puts this file among those of
// package tensor.
import _ "github.com/wgtensor/wgtensor/device/gpu"
