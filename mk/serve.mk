# The server.

.PHONY: serve

# A make of its own builds, as for 'make solve'.
serve: deps-build deps-wasm ## build, then serve the page and answer questions over HTTP
	@$(MAKE) $(program) web </dev/null
	@$(program) serve
