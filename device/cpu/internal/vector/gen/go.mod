module github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen

go 1.26.0

require (
	github.com/mmcloughlin/avo v0.6.0
	github.com/stretchr/testify v1.12.1
	github.com/wgtensor/wgtensor v0.0.0
	golang.org/x/arch v0.32.0
)

require (
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/mod v0.29.0 // indirect
	golang.org/x/sync v0.17.0 // indirect
	golang.org/x/tools v0.38.0 // indirect
)

replace github.com/wgtensor/wgtensor => ../../../../..
