# The tests in other builds: sanitizers, other compilers and flags, valgrind,
# coverage, arm64, s390x; builds that must be equal byte for byte; releases.

.PHONY: sanitize tsan check-threads check-compilers check-valgrind check-unit check-musl
.PHONY: check-posix check-arm64 check-s390x check-faults check-nightly coverage signature

# Boards for slow builds: the default one, small ones, of even and odd height,
# and one for each width of keys.
few := test_boards='7x6 4x4 5x5 8x8 10x11' proof_boards='7x6 4x4 8x8'
# For slower ones still.
fewest := $(few) test_boards='7x6 4x4 8x8 10x11' proof_boards=4x4

# With a twentieth of the random positions, and without the tests that are about
# scripts, documents and JavaScript, or whose C code other tests run, too.
not_sanitized := test/cli/test_sentences.py \
	$(patsubst %,test/cli/%.bats,build completion docs farm install platforms symbols)
sanitize: | need-test ### the tests under ASan and UBSan
	$(Q)$(MAKE) run-tests BUILD=$(BUILD)/sanitize $(few) FOURSCORE_SHORT=1 \
		proof_boards='7x6 4x4 4x5 5x4 4x6 9x7' \
		bats_tests='$(filter-out $(not_sanitized),$(bats_tests))' node_tests= \
		python_tests='$(filter-out $(not_sanitized),$(python_tests))' \
		CFLAGS='-O1 -g -fsanitize=address,undefined \
		-fno-sanitize-recover=all -fno-omit-frame-pointer' LDFLAGS=

tsan: | need-test ### the tests about threads under TSan
	$(Q)$(MAKE) check-threads BUILD=$(BUILD)/tsan \
		CFLAGS='-O1 -g -fsanitize=thread -fno-omit-frame-pointer' LDFLAGS=

thread_tests := $(foreach test,control torn proof_table threads,$(checked)/test/unit/test_$(test)) \
	$(BUILD)/test/unit/test_pool
check-threads: $(program) $(thread_tests) | need-test
	@FOURSCORE=$(call quote,$(abspath $(program))) FOURSCORE_SHORT=1 \
		TSAN_OPTIONS="halt_on_error=1 report_thread_leaks=0 atexit_sleep_ms=0" \
		test/run test/server/test_serve.py test/server/test_serve_operation.py test/cli/threads.bats $(thread_tests)

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
	$(Q)$(MAKE) check-unit BUILD=$(BUILD)/musl CC=musl-gcc $(fewest) $(standalone) \
		CFLAGS='-O2 -g' LDFLAGS=

# As on macOS and the BSDs, but for the compiler and the linker.
check-posix: | need-test ### the tests of a build with nothing but POSIX and what all BSDs have
	$(Q)$(MAKE) run-tests BUILD=$(BUILD)/posix CPPFLAGS=-U__linux__ $(few) \
		system_tests='$(filter-out groups,$(system_tests))'

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

# Green before a release; takes hours.
check-nightly: ### check-all, check-compilers, -valgrind, -posix, -arm64, -s390x, -windows, -firefox, -packages, -theorem, -theorem-faults, coverage, check-release
	@for goal in check-all check-compilers check-valgrind check-posix check-arm64 check-s390x check-windows check-firefox check-packages check-theorem \
		check-theorem-faults coverage check-release; do $(MAKE) $$goal || exit; done

# With FAULTS='tt 42' only these folders and numbers.
check-faults: | need-web ### plant faults, one at a time: how many do the tests see?
	@test/faults/run $(FAULTS)

signature: $(program) ### compare the search's node count with the git log
	@test/support/signature $(program)
