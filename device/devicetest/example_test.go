package devicetest_test

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/devicetest"
)

// Check is the suite without package testing. Here it checks one operation.
func ExampleCheck() {
	dev := cpu.New()
	defer dev.Close()
	report, err := devicetest.Check(dev, devicetest.Quick(), devicetest.Only("sqrt"))
	fmt.Println(report.Failed, "of", report.Checks > 0, err)
	for _, row := range report.Rows[:1] {
		fmt.Println(row.Op, row.Type, row.Wrong, "wrong")
	}
	// Output:
	// 0 of true <nil>
	// sqrt float16 0 wrong
}
