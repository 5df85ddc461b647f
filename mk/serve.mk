# The server.

.PHONY: serve

# A make of its own builds, as for 'make solve'.
serve: deps-serve ## build, then serve the page and answer questions over HTTP
	@$(MAKE) $(program) web </dev/null
	@$(program) serve

# What one client can do to another, for ATTACK_SECONDS each; ATTACK_ROUNDS=13 takes ten minutes.
ATTACK_SECONDS ?= 5
ATTACK_ROUNDS ?= 1
# How often a server is ended under load.
ATTACK_STOPS ?= 5

.PHONY: attack-test
attack-test: $(program) | need-attack ### attack the server from 127.0.0.2, and measure what 127.0.0.1 notices; compare it with nginx
	@python3 -B test/server/attack.py $(call quote,$(abspath $(program))) $(ATTACK_SECONDS) $(ATTACK_ROUNDS) $(ATTACK_STOPS)
