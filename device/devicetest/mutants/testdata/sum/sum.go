// Command sum prints sums of what is below its bounds.
package main

import "fmt"

func main() {
	fmt.Println(sum(3, 5), sum(5, 3), label(1)+"!")
}

// sum adds x and y, but for x that is not below y.
func sum(x, y int) int {
	if x >= y {
		return 0
	}
	return x + y
}

func label(n int) string {
	text := ""
	for range n {
		text = text + "x"
	}
	return text
}
