package gpu

import "github.com/wgtensor/wgtensor/device"

// until has a call into the driver, which no context reaches, left behind when the caller's
// ends. llvmpipe holds on to a submission until earlier work is done.
var until = device.Until
