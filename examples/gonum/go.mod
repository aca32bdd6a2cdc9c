module github.com/wgtensor/wgtensor/examples/gonum

go 1.26

require (
	github.com/stretchr/testify v1.12.1
	github.com/wgtensor/wgtensor v0.0.0
	gonum.org/v1/gonum v0.17.0
)

require (
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/sys v0.42.0 // indirect
)

replace github.com/wgtensor/wgtensor => ../..
