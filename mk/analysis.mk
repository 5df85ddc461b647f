# Static analysis: compiler warnings, clang-tidy, cppcheck, gcc's analyzer, the
# format of sources and manual pages.

engine_tests   := test/test_proof.c test/test_confusion.c
analysed       := $(common_sources) $(table_sources) solver/engines.c lib/fourscore.c \
	$(program_sources)
test_sources   := $(wildcard test/*.c test/fuzz/*.c)
tests_analysed := $(test_sources) docs/examples/scores.c
formatted      := $(wildcard */*.[ch] */*/*.[ch])
generated      := $(BUILD)/engine_sets.inc $(BUILD)/datadir.inc

.PHONY: warnings compile-all lint format analyse analyse-wide
.PHONY: $(analysed:%=analyse-%) $(analysed:%=tidy-%) $(tests_analysed:%=tidy-%)

# ------------------------------------------------------------------ warnings

# One board for each width of keys.
warned := BOARDS='7x6 8x8 10x11' test_boards='7x6 8x8' proof_boards='7x6 8x8' \
	known_boards=

warnings: | need-lint ## compile with gcc, clang and musl; a warning is an error
	$(Q)$(MAKE) compile-all BUILD=$(BUILD)/gcc CC=gcc $(warned) CFLAGS='-O2 -Werror'
	$(Q)$(MAKE) compile-all BUILD=$(BUILD)/clang CC=clang $(warned) CFLAGS='-O2 -Werror'
	$(Q)$(MAKE) all BUILD=$(BUILD)/clang CC=clang BOARDS='7x6 4x4' \
		CFLAGS='-O3 -DNDEBUG -Werror'
	$(Q)for board in 7x6 8x8; do \
		$(CC) $(flags) $(CFLAGS) -Werror -DBOARD_WIDTH=$${board%x*} \
			-DBOARD_HEIGHT=$${board#*x} -DISA=baseline -U__SSE2__ \
			-fsyntax-only solver/engines.c || exit 1; \
	done
	$(Q)musl-gcc $(flags) $(CFLAGS) -Werror -I$(BUILD)/gcc -fsyntax-only \
		-idirafter /usr/include -idirafter /usr/include/$$(gcc -print-multiarch) \
		$(common_sources) lib/fourscore.c $(program_sources)

compile-all: all $(test_programs)

# ---------------------------------------------------------------------- lint

lint: $(analysed:%=tidy-%) $(tests_analysed:%=tidy-%) analyse | need-lint ## clang-format, clang-tidy, cppcheck, gcc -fanalyzer, mandoc
	$(Q)clang-format --dry-run --Werror $(formatted)
	$(Q)mandoc -T lint -W warning man/*.[135]
	$(Q)$(cppcheck) -DTT_KEY_BITS=49 $(filter-out solver/engines.c,$(analysed)) \
		$(filter-out $(engine_tests),$(test_sources))
	$(Q)$(cppcheck) -DTT_KEY_BITS=127 $(table_sources)
	$(Q)$(cppcheck) $(call board_flags,7x6) solver/engines.c $(engine_tests)
	$(Q)$(cppcheck) $(call board_flags,8x8) solver/engines.c

format: ## run clang-format over the sources
	clang-format -i $(formatted)

cppcheck := cppcheck --quiet --enable=warning,performance,portability \
	--inline-suppr --error-exitcode=1 --std=c11 --library=posix,gnu -I. \
	-I$(BUILD) -D_GNU_SOURCE -D__SSE2__ -DISA=baseline

# $(call analysed_flags,SOURCE,VARIANT): the preprocessor flags that SOURCE is
# compiled with.  VARIANT is a board for engines, a number of key bits for tables.
analysed_flags = -std=c11 -D_GNU_SOURCE -I. -I$(BUILD) -Wno-psabi \
	$(if $(filter solver/engines.c $(engine_tests),$(1)),\
	$(call board_flags,$(or $(2),7x6)) -DISA=baseline) \
	$(if $(filter $(table_sources) test/test_tt.c,$(1)),-DTT_KEY_BITS=$(or $(2),49))

# $(call tidy_rule,SOURCE,OPTIONS)
define tidy_rule
tidy-$(1): $(generated) | need-lint
	$(Q)clang-tidy --quiet $(2) $(1) -- $$(call analysed_flags,$(1)) -Ilib 2>/dev/null

endef
$(foreach source,$(analysed),$(eval $(call tidy_rule,$(source),)))
# clang's analyzer does not know that cmocka's assertions do not return.
$(foreach source,$(tests_analysed),\
	$(eval $(call tidy_rule,$(source),--checks=-clang-analyzer-*)))

# gcc's analyzer takes a vector for a single byte, and then warns of shifts.
analyser := -O1 -DNDEBUG -fanalyzer -Werror -Wno-analyzer-shift-count-overflow \
	-c -o /dev/null
analyse: $(analysed:%=analyse-%) analyse-wide
$(analysed:%=analyse-%): analyse-%: $(generated) | need-lint
	$(Q)gcc $(call analysed_flags,$*) $(analyser) $*

# Wide keys, as 128-bit numbers and as vectors.  gcc's analyzer takes a union that
# a loop fills element by element for uninitialised.
analyse-wide: $(generated) | need-lint
	$(Q)for flags in -mno-avx2 -mavx2; do \
		clang-tidy --quiet solver/engines.c -- \
			$(call analysed_flags,solver/engines.c,9x7) $$flags 2>/dev/null && \
		gcc $(call analysed_flags,solver/engines.c,9x7) $$flags \
			-Wno-analyzer-use-of-uninitialized-value $(analyser) \
			solver/engines.c || exit 1; \
	done
	$(Q)for source in $(table_sources); do \
		gcc $(call analysed_flags,tt/table.c,127) $(analyser) $$source || exit 1; \
	done
