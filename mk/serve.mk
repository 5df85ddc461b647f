# The server.

.PHONY: serve

# A make of its own builds, as for 'make solve'.
serve: deps-serve ## build, then serve the page and answer questions over HTTP
	@$(MAKE) $(program) web </dev/null
	@$(program) serve

# With LOAD_SECONDS=600 the mix of clients runs for ten minutes.
LOAD_SECONDS ?= 5

.PHONY: load-test
load-test: deps-load ### measure the server with wrk for LOAD_SECONDS (5) each
	@$(MAKE) $(program) </dev/null
	@test/server/load-test $(call quote,$(abspath $(program))) $(LOAD_SECONDS)
