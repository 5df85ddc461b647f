# The server.

.PHONY: serve

# A make of its own builds, as for 'make solve'.
serve: deps-serve ## build, then serve the page and answer questions over HTTP
	@$(MAKE) $(program) web </dev/null
	@$(program) serve

# What one client can do to another, for ATTACK_SECONDS each; ATTACK_ROUNDS=38 takes half an hour.
ATTACK_SECONDS ?= 5
ATTACK_ROUNDS ?= 1

.PHONY: attack-test
attack-test: $(program) ### attack the server from 127.0.0.2, and measure what 127.0.0.1 notices
	@python3 -B test/server/attack.py $(call quote,$(abspath $(program))) $(ATTACK_SECONDS) $(ATTACK_ROUNDS)
