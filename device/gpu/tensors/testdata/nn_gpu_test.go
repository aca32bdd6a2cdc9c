package nn_test

// Tests open the GPU where it is registered. overlay.json puts this file among those of package nn.
import _ "github.com/wgtensor/wgtensor/device/gpu"
