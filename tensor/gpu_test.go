package tensor_test

// Tests run on the GPU too where there is one: see everywhere. Package tensor itself
// never imports it.
import _ "github.com/wgtensor/wgtensor/device/gpu"
