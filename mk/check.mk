# Checks beside the tests of 'make check': warnings, analysers, other builds, fuzzing, attacks
# on the server, and the theorem.

variant_sources := $(engine_sources) $(patsubst %,test/unit/test_%.c,proof confusion dfpn variant)
# These have parts that are not for Linux.
posix_sources  := $(wildcard os/posix*.c os/program/posix*.c)
# For WebAssembly alone.
none_sources   := $(wildcard bindings/javascript/*.c) os/none.c
analysed       := $(sort $(common_sources) $(engine_sources) $(library_sources) \
	$(program_sources) $(server_sources) $(none_sources))
test_sources   := $(wildcard test/unit/*.c test/fuzz/*.c)
tests_analysed := $(test_sources) $(wildcard docs/examples/*.c)
formatted      := $(wildcard */*.[ch] */*/*.[ch])
generated      := $(BUILD)/datadir.inc $(BUILD)/book/builtin.inc $(BUILD)/book/scores.inc \
	$(BUILD)/tools/serve/openapi.inc

.PHONY: warnings warnings-clang warnings-posix warnings-engines warnings-musl warnings-wasm compile-all
.PHONY: lint lint-format lint-cppcheck format analyse
.PHONY: $(analysed:%=analyse-%) $(tests_analysed:%=tidy-%)

# ------------------------------------------------------------------ warnings

syntax := -Werror -fsyntax-only

# With WERROR=1 the ordinary build shows gcc's warnings.
warnings: warnings-clang warnings-posix warnings-engines warnings-musl warnings-wasm | need-lint ### compile with gcc, clang, musl, for POSIX and for WebAssembly; a warning is an error
	$(Q)$(MAKE) compile-all $(if $(filter 1,$(WERROR)),,WERROR=1 CC=gcc CFLAGS=-O2 BUILD=$(BUILD)/gcc)

# clang's warnings do not depend on optimisation, gcc's do.
warnings-clang: $(generated) | need-lint
	$(Q)clang $(flags) $(syntax) $(filter-out $(none_sources) $(variant_sources),\
		$(analysed) $(test_sources))
	$(Q)clang $(flags) -DNDEBUG $(syntax) $(filter-out $(none_sources) $(variant_sources),$(analysed))
	$(Q)clang $(flags) -DSTANDALONE $(syntax) $(alone_sources)

# With nothing but POSIX, and MAP_ANONYMOUS, which is in it since 2024.
warnings-posix: $(generated) | need-lint
	$(Q)clang $(flags) -U_GNU_SOURCE -D_XOPEN_SOURCE=700 -DMAP_ANONYMOUS=0x20 -U__linux__ $(syntax) \
		$(call variant_flags,keys128,baseline) $(filter-out os/% $(none_sources),$(analysed)) $(posix_sources)

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
		$(common_sources) $(library_sources) $(program_sources) $(server_sources)

warnings-wasm: $(generated) $(wasm)/solver/engines.inc | need-lint
	$(Q)clang $(wasm_flags) $(syntax) -msimd128 $(wasm_sources)

compile-all: all $(test_programs)

# ---------------------------------------------------------------------- lint

lint: lint-cppcheck lint-format analyse $(tests_analysed:%=tidy-%) | need-lint ### clang-format, clang-tidy, cppcheck, gcc -fanalyzer, mandoc, mypy

# As many ones in place of the numbers of the books: analysers take seconds or minutes for those.
excerpts     := $(BUILD)/excerpts
read_by_lint := $(generated) $(addprefix $(excerpts)/book/,builtin.inc scores.inc)
$(excerpts)/%.inc: $(BUILD)/%.inc
	@mkdir -p $(@D)
	$(Q)echo "[0 ... $$(($$(tr -dc , <$< | wc -c) - 1))] = 1" >$@

lint-format: $(manual) | need-lint
	$(Q)clang-format --dry-run --Werror $(formatted)
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

# clang's analyzer does not know that cmocka's assertions do not return.
$(tests_analysed:%=tidy-%): tidy-%: $(read_by_lint) | need-lint
	$(Q)clang-tidy --quiet --checks=-clang-analyzer-* $* -- $(call analysed_flags,$*) -Ilib 2>/dev/null

# gcc's analyzer loses the bytes of a structure that another one points to; the address
# sanitizer finds leaks there.
analyser_proof/choices.c := -Wno-analyzer-malloc-leak
analyser_tools/serve/http.c := -Wno-analyzer-malloc-leak
# gcc's analyzer takes a vector for a single byte, and then warns of shifts.
analyser := -O1 -DNDEBUG -fanalyzer -Werror -Wno-analyzer-shift-count-overflow \
	-c -o /dev/null
# How far clang's analyzer follows the paths of a function, which is what takes its time;
# this is what it does by itself.
ANALYSER_NODES ?= 225000
tidy := clang-tidy --quiet $(patsubst %,--extra-arg=-Xclang --extra-arg=%,\
	-analyzer-config max-nodes=$(ANALYSER_NODES))

analyse: $(analysed:%=analyse-%) $(posix_sources:%=analyse-posix-%) \
	$(engine_sources:%=analyse-keys64-%) $(engine_sources:%=analyse-keys128-%)

# $(call analysis,GOALS,SOURCES,VARIANT,FLAG,FLAGS OF GCC): GOALS-SOURCE for each of them.
define analysis
$(2:%=$(1)-%): $(1)-%: $(read_by_lint) | need-lint
	$$(Q)$$(tidy) $$* -- $$(call analysed_flags,$$*,$(3)) $(4) 2>/dev/null
	$$(Q)gcc $$(call analysed_flags,$$*,$(3)) $(4) $(5) $$(analyser) $$*
endef
$(eval $(call analysis,analyse,$(analysed),,,$$(analyser_$$*)))
# What is not for Linux.
$(eval $(call analysis,analyse-posix,$(posix_sources),,-U__linux__))
# The other variants, one without vectors and one with them.  gcc's analyzer takes a
# union that a loop fills element by element for uninitialised.
$(eval $(call analysis,analyse-keys64,$(engine_sources),keys64,-mno-avx2,-Wno-analyzer-use-of-uninitialized-value))
$(eval $(call analysis,analyse-keys128,$(engine_sources),keys128,-mavx2,-Wno-analyzer-use-of-uninitialized-value))

# -------------------------------------------------------------- other builds

.PHONY: sanitize tsan check-threads check-compilers check-valgrind check-unit check-musl
.PHONY: check-posix check-arm64 check-s390x check-nightly coverage signature

# Boards for slow builds: the default one, small ones, of even and odd height,
# and one for each width of keys.
few := test_boards='7x6 4x4 5x5 8x8 10x11' proof_boards='7x6 4x4 8x8'
# For slower ones still.
fewest := $(few) test_boards='7x6 4x4 8x8 10x11' proof_boards=4x4

# With a twentieth of the random positions, and without the tests that are about
# scripts, documents and JavaScript, or whose C code other tests run, too: engines, and
# options, which are fuzzed.
not_sanitized := test/cli/test_sentences.py test/cli/test_results.py \
	$(patsubst %,test/cli/%.bats,build completion docs farm install nodes platforms symbols usage)
sanitize: | need-test ### the tests under ASan and UBSan
	$(Q)BATS_TAGS='!script' $(MAKE) run-tests BUILD=$(BUILD)/sanitize $(few) FOURSCORE_SHORT=1 \
		proof_boards='7x6 4x4 4x6 9x7' \
		bats_tests='$(filter-out $(not_sanitized),$(bats_tests))' node_tests= \
		python_tests='$(filter-out $(not_sanitized),$(python_tests))' \
		CFLAGS='-O1 -g1 -fsanitize=address,undefined \
		-fno-sanitize-recover=all -fno-omit-frame-pointer' LDFLAGS=

tsan: | need-test ### the tests about threads under TSan
	$(Q)$(MAKE) check-threads BUILD=$(BUILD)/tsan ONE_ISA=1 \
		CFLAGS='-O1 -g1 -fsanitize=thread -fno-omit-frame-pointer' LDFLAGS=

thread_tests := $(foreach test,control tables threads,$(checked)/test/unit/test_$(test)) \
	$(BUILD)/test/unit/test_pool
check-threads: $(program) $(thread_tests) $(checked)/test/fuzz/random_pool | need-test
	@FOURSCORE=$(call quote,$(abspath $(program))) FOURSCORE_SHORT=1 \
		TSAN_OPTIONS="halt_on_error=1 report_thread_leaks=0 atexit_sleep_ms=0" \
		test/run test/server/test_serve_operation.py test/server/test_serve_connections.py \
		test/server/test_serve.py test/cli/threads.bats $(thread_tests) \
		$(checked)/test/fuzz/random_pool:fuzz_pool

check-compilers: | need-lint ### the tests with clang and with -O0
	$(Q)$(MAKE) run-tests BUILD=$(BUILD)/clang-check $(few) CC=clang
	$(Q)$(MAKE) run-tests BUILD=$(BUILD)/O0 $(few) CFLAGS='-O0 -g'

# Valgrind does not know AVX-512.
check-valgrind: | need-valgrind ### the unit tests under valgrind
	$(Q)$(MAKE) check-unit BUILD=$(BUILD)/valgrind $(fewest) CFLAGS='-O1 -g' \
		TEST_WRAPPER='valgrind -q --error-exitcode=9 --leak-check=full' \
		FOURSCORE_ISA=avx2

check-unit: $(test_programs) | need-test
	@FOURSCORE_SHORT=1 TEST_WRAPPER='$(TEST_WRAPPER)' test/run $(unit_tests)

# For systems without libprimesieve, zlib and cmocka.
standalone := STANDALONE=1 test_runner= CPPFLAGS=-Itest/support/cmocka

check-musl: | need-musl ### the unit tests with musl
	$(Q)$(MAKE) check-unit BUILD=$(BUILD)/musl CC=musl-gcc ONE_ISA=1 $(fewest) \
		$(standalone) CFLAGS='-O2' LDFLAGS=

# As on macOS and the BSDs, but for the compiler and the linker.
check-posix: | need-test ### the tests of a build with nothing but POSIX and what all BSDs have
	$(Q)$(MAKE) run-tests BUILD=$(BUILD)/posix CPPFLAGS=-U__linux__ $(few)

# Debian's cross compilers, and its emulator.
cross = BUILD=$(BUILD)/$(1) CC=$(1)-linux-gnu-gcc LD=$(1)-linux-gnu-ld \
	OBJCOPY=$(1)-linux-gnu-objcopy AR=$(1)-linux-gnu-ar CFLAGS='-O2 -g' \
	$(fewest) TEST_WRAPPER='qemu-$(1) -L $(2)'

# Scores and node counts are those of the program for this machine.
check-arm64: | need-arm64 ### the unit tests on an emulated arm64
	$(Q)$(MAKE) $(program)
	$(Q)$(MAKE) check-unit $(BUILD)/aarch64/fourscore $(call cross,aarch64,/)
	@test/support/same-nodes $(program) qemu-aarch64 -L / $(BUILD)/aarch64/fourscore

# Big-endian.
check-s390x: | need-s390x ### the unit tests on an emulated s390x
	$(Q)$(MAKE) check-unit $(call cross,s390x,/usr/s390x-linux-gnu) $(standalone) LDFLAGS=

coverage: | need-test ### the share of lines that the tests execute
	$(Q)find $(BUILD)/coverage -name '*.gcda' -delete 2>/dev/null || :
	$(Q)$(MAKE) run-tests BUILD=$(BUILD)/coverage $(few) CFLAGS='-O1 -g --coverage' \
		bats_tests='$(filter-out test/cli/build.bats test/cli/install.bats,$(bats_tests))'
	@test/support/coverage 95 $(BUILD)/coverage

check-nightly: ### what must pass before a release; takes hours
	@rm -rf $(BUILD)/theorem
	@for goal in check-all lint check-compilers check-valgrind check-posix check-arm64 check-s390x \
		check-windows check-firefox check-packages check-theorem-program \
		check-theorem-coqchk check-theorem-faults coverage check-release; do $(MAKE) $$goal || exit; done

signature: $(program) ### compare the search's node count with the git log
	@test/support/signature $(program)

# ------------------------------------------------------------------- fuzzing

# With libFuzzer, hence with clang; under ASan and UBSan, with assertions.
FUZZ_SECONDS ?= 10
fuzz_targets := $(patsubst %.c,$(BUILD)/%,$(wildcard test/fuzz/fuzz_*.c))

.PHONY: fuzz fuzz-run
fuzz: | need-lint ### run every fuzz target for FUZZ_SECONDS (10)
	$(Q)$(MAKE) fuzz-run BUILD=$(BUILD)/fuzzed CC=clang ONE_ISA=1 \
		CFLAGS='-O1 -g1 -fsanitize=fuzzer-no-link,address,undefined \
		-fno-sanitize-recover=all -fno-omit-frame-pointer' LDFLAGS=

fuzz-run: $(fuzz_targets)
	@test/fuzz/run $(FUZZ_SECONDS) $^

$(fuzz_targets): %: %.o $(sort $(filter-out %/main.o,$(program_objects) $(server_objects)))
	$(call link_objects,-fsanitize=fuzzer $(core_libraries) $(server_libraries))

-include $(fuzz_targets:=.d)

# ------------------------------------------------ the server, and the theorem

# What one client can do to another, for ATTACK_SECONDS each; ATTACK_ROUNDS=13 takes ten minutes.
ATTACK_SECONDS ?= 5
ATTACK_ROUNDS ?= 1
# How often a server is ended under load.
ATTACK_STOPS ?= 5

.PHONY: attack-test
attack-test: $(program) | need-attack ### attack the server from 127.0.0.2, and measure what 127.0.0.1 notices; compare it with nginx
	@FOURSCORE=$(call quote,$(abspath $(program))) python3 -B test/server/attack.py $(ATTACK_SECONDS) $(ATTACK_ROUNDS) $(ATTACK_STOPS)

# The boards that have a theorem: those of proof/theorem/BoardWxH*.v.
THEOREMS ?= $(patsubst proof/theorem/Board%.v,%,$(wildcard proof/theorem/Board?x*.v))

.PHONY: check-theorem check-theorem-program check-theorem-coqchk check-theorem-faults
check-theorem: | need-theorem ### prove with Coq who wins; THEOREMS=6x4 for some boards only
	@proof/theorem/check proof/theorem proof/certificates $(BUILD)/theorem $(THEOREMS)

check-theorem-program: check-theorem $(program) ### make the proven checker a program, and compare it with 'fourscore check'
	@proof/theorem/program/compare $(BUILD)/theorem $(program) proof/certificates/*.cert

# Half an hour for all boards, 4 minutes for 6x4.
check-theorem-coqchk: check-theorem ### read the compiled theorems again with Coq's second checker, coqchk
	@proof/theorem/recheck $(BUILD)/theorem $(THEOREMS)

check-theorem-faults: | need-theorem ### plant faults in the theorem of 6x4: is each refused where it should be?
	@test/theorem/faults $(BUILD)/theorem
