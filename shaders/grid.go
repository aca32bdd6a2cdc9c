package shaders

import "fmt"

// Grid arranges threads in workgroups, at most maxWorkgroups along each dimension
// (65,535 in WebGPU unless a device offers more). A kernel numbers its threads by
//
//	((group.z * y + group.y) * x + group.x) * workgroup + lane
//
// and the few that are too many (less than a workgroup for each row and plane) do nothing.
func Grid(threads, workgroup, maxWorkgroups int) (x, y, z int, err error) {
	if threads < 0 || workgroup <= 0 || maxWorkgroups <= 0 {
		return 0, 0, 0, fmt.Errorf("no grid of %d threads in workgroups of %d, up to %d of them in a row",
			threads, workgroup, maxWorkgroups)
	}
	groups := ceil(threads, workgroup)
	z = max(1, ceil(ceil(groups, maxWorkgroups), maxWorkgroups))
	if z > maxWorkgroups {
		return 0, 0, 0, fmt.Errorf("%d threads in %d workgroups of %d; %d in each of three dimensions is the most",
			threads, groups, workgroup, maxWorkgroups)
	}
	plane := ceil(groups, z)
	y = max(1, ceil(plane, maxWorkgroups))
	return ceil(plane, y), y, z, nil
}

// ceil is a/b rounded up.
func ceil(a, b int) int {
	if a == 0 {
		return 0
	}
	return (a-1)/b + 1
}
