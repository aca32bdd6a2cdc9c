module github.com/wgtensor/wgtensor

go 1.26

require (
	github.com/cogentcore/webgpu v0.23.0
	github.com/stretchr/testify v1.12.1
	golang.org/x/sys v0.42.0
)

require go.yaml.in/yaml/v3 v3.0.5 // indirect
