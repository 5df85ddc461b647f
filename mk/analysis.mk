# Static analysis: compiler warnings, clang-tidy, cppcheck, gcc's analyzer, the
# format of sources and manual pages.

engine_tests   := test/unit/test_proof.c test/unit/test_confusion.c test/unit/test_dfpn.c \
	test/unit/test_variant.c
variant_sources := $(engine_sources) $(engine_tests)
# These have parts that are not for Linux.
posix_sources  := $(wildcard os/posix*.c os/program/posix*.c)
# For WebAssembly alone.
none_sources   := $(wildcard bindings/javascript/*.c) os/none.c
analysed       := $(sort $(common_sources) $(engine_sources) $(library_sources) \
	$(program_sources) $(none_sources))
test_sources   := $(wildcard test/unit/*.c test/fuzz/*.c)
tests_analysed := $(test_sources) $(wildcard docs/examples/*.c)
formatted      := $(wildcard */*.[ch] */*/*.[ch])
generated      := $(BUILD)/datadir.inc $(BUILD)/book/builtin.inc $(BUILD)/book/scores.inc \
	$(BUILD)/tools/serve/openapi.inc

.PHONY: warnings warnings-clang warnings-engines warnings-musl warnings-wasm compile-all
.PHONY: lint lint-format lint-cppcheck format analyse analyse-variants analyse-posix
.PHONY: $(analysed:%=analyse-%) $(analysed:%=tidy-%) $(tests_analysed:%=tidy-%)

# ------------------------------------------------------------------ warnings

syntax := -Werror -fsyntax-only

# With WERROR=1 the ordinary build shows gcc's warnings.
warnings: warnings-clang warnings-engines warnings-musl warnings-wasm | need-lint ### compile with gcc, clang, musl and for WebAssembly; a warning is an error
	$(Q)$(MAKE) compile-all $(if $(filter 1,$(WERROR)),,WERROR=1 CC=gcc CFLAGS=-O2 BUILD=$(BUILD)/gcc)

# clang's warnings do not depend on optimisation, gcc's do.
warnings-clang: $(generated) | need-lint
	$(Q)clang $(flags) $(syntax) $(filter-out $(none_sources) $(variant_sources),\
		$(analysed) $(test_sources))
	$(Q)clang $(flags) -DNDEBUG $(syntax) $(filter-out $(none_sources) $(variant_sources),$(analysed))
	$(Q)clang $(flags) -U__linux__ $(syntax) $(posix_sources)
	$(Q)clang $(flags) -DSTANDALONE $(syntax) $(alone_sources)

warnings-engines: | need-lint
	$(Q)$(foreach variant,$(variants),$(foreach isa,$(isas),\
		clang $(flags) $(call variant_flags,$(variant),$(isa)) $(isa_flags_$(isa)) \
		$(syntax) $(variant_sources) && \
		clang $(flags) $(call variant_flags,$(variant),$(isa)) $(isa_flags_$(isa)) \
		-DNDEBUG $(syntax) $(engine_sources) &&)) :
	$(Q)$(foreach variant,$(variants),\
		$(CC) $(flags) $(CFLAGS) $(syntax) $(call variant_flags,$(variant),baseline) \
		-U__SSE2__ $(engine_sources) &&) :

warnings-musl: $(generated) | need-lint
	$(Q)musl-gcc $(flags) $(CFLAGS) $(syntax) \
		-idirafter /usr/include -idirafter /usr/include/$$(gcc -print-multiarch) \
		$(common_sources) $(library_sources) $(program_sources)

warnings-wasm: $(generated) $(wasm)/solver/engines.inc | need-lint
	$(Q)clang $(wasm_flags) $(syntax) -msimd128 $(wasm_sources)

compile-all: all $(test_programs)

# ---------------------------------------------------------------------- lint

lint: lint-cppcheck lint-format analyse $(analysed:%=tidy-%) $(tests_analysed:%=tidy-%) | need-lint ### clang-format, clang-tidy, cppcheck, gcc -fanalyzer, mandoc, mypy

# As many ones in place of the numbers of the books: analysers take seconds or minutes for those.
excerpts     := $(BUILD)/excerpts
read_by_lint := $(generated) $(addprefix $(excerpts)/book/,builtin.inc scores.inc)
$(excerpts)/%.inc: $(BUILD)/%.inc
	@mkdir -p $(@D)
	$(Q)echo "[0 ... $$(($$(tr -dc , <$< | wc -c) - 1))] = 1" >$@

lint-format: $(manual) | need-lint
	$(Q)clang-format --dry-run --Werror $(formatted)
	$(Q)test/faults/run --check
	$(Q)mandoc -T lint -W warning $(manual)
	$(Q)mypy --no-error-summary --cache-dir=$(BUILD)/mypy

lint-cppcheck: $(read_by_lint) | need-lint
	$(Q)$(cppcheck) -D__linux__ $(filter-out $(variant_sources),$(analysed) $(test_sources))
	$(Q)$(cppcheck) -U__linux__ $(posix_sources)
	$(Q)$(cppcheck) -DSTANDALONE $(alone_sources)
	$(Q)$(foreach variant,$(variants),\
		$(cppcheck) $(call variant_flags,$(variant),baseline) $(variant_sources) &&) :

format: ### run clang-format over the sources
	clang-format -i $(formatted)

cppcheck := cppcheck --quiet --enable=warning,performance,portability \
	--inline-suppr --error-exitcode=1 --std=c11 --library=posix,gnu -I. \
	-I$(excerpts) -I$(BUILD) -D_GNU_SOURCE -D__SSE2__

# $(call analysed_flags,SOURCE,VARIANT): the preprocessor flags that SOURCE is
# compiled with.
analysed_flags = -std=c11 -D_GNU_SOURCE -I. -I$(excerpts) -I$(BUILD) -Wno-psabi \
	$(if $(filter $(variant_sources),$(1)),$(call variant_flags,$(or $(2),7x6),baseline)) \
	$(if $(filter $(none_sources),$(1)),-DOS_NO_THREADS -Wno-attributes)

$(analysed:%=tidy-%) $(tests_analysed:%=tidy-%): tidy-%: $(read_by_lint) | need-lint
	$(Q)clang-tidy --quiet $(tidy_checks) $* -- $(call analysed_flags,$*) -Ilib 2>/dev/null
# clang's analyzer does not know that cmocka's assertions do not return.
$(tests_analysed:%=tidy-%): tidy_checks := --checks=-clang-analyzer-*

# gcc's analyzer loses what the elements of an array of structures own; the address
# sanitizer finds leaks there.
analyser_tools/serve/files.c := -Wno-analyzer-malloc-leak
# The same for the bytes of a structure that another one points to.
analyser_proof/choices.c := -Wno-analyzer-malloc-leak
analyser_tools/serve/http.c := -Wno-analyzer-malloc-leak
# gcc's analyzer takes a vector for a single byte, and then warns of shifts.
analyser := -O1 -DNDEBUG -fanalyzer -Werror -Wno-analyzer-shift-count-overflow \
	-c -o /dev/null
analyse: $(analysed:%=analyse-%) analyse-variants analyse-posix
$(analysed:%=analyse-%): analyse-%: $(read_by_lint) | need-lint
	$(Q)gcc $(call analysed_flags,$*) $(analyser_$*) $(analyser) $*

# $(call analyse_again,SOURCE,VARIANT,FLAG,FLAGS OF GCC)
define analyse_again
$(Q)clang-tidy --quiet $(1) -- $(call analysed_flags,$(1),$(2)) $(3) 2>/dev/null
$(Q)gcc $(call analysed_flags,$(1),$(2)) $(3) $(4) $(analyser) $(1)
endef

# What is not for Linux.
analyse-posix: $(posix_sources:%=analyse-posix-%)
$(posix_sources:%=analyse-posix-%): analyse-posix-%: | need-lint
	$(call analyse_again,$*,,-U__linux__)

# The other variants, one without vectors and one with them.  gcc's analyzer takes a
# union that a loop fills element by element for uninitialised.
analyse_variant = $(call analyse_again,$(1),$(2),$(3),-Wno-analyzer-use-of-uninitialized-value)
analyse-variants: $(engine_sources:%=analyse-keys64-%) $(engine_sources:%=analyse-keys128-%)
$(engine_sources:%=analyse-keys64-%): analyse-keys64-%: $(read_by_lint) | need-lint
	$(call analyse_variant,$*,keys64,-mno-avx2)
$(engine_sources:%=analyse-keys128-%): analyse-keys128-%: $(read_by_lint) | need-lint
	$(call analyse_variant,$*,keys128,-mavx2)
