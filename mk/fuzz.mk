# Fuzzing with libFuzzer, hence with clang; under ASan and UBSan, with assertions.

FUZZ_SECONDS ?= 10
fuzz_targets := $(patsubst %.c,$(BUILD)/%,$(wildcard test/fuzz/fuzz_*.c))

.PHONY: fuzz fuzz-run
fuzz: | need-lint ### run every fuzz target for FUZZ_SECONDS (10)
	$(Q)$(MAKE) fuzz-run BUILD=$(BUILD)/fuzzed CC=clang \
		CFLAGS='-O1 -g -fsanitize=fuzzer-no-link,address,undefined \
		-fno-sanitize-recover=all -fno-omit-frame-pointer' LDFLAGS=

fuzz-run: $(fuzz_targets)
	@test/fuzz/run $(FUZZ_SECONDS) $^

$(fuzz_targets): %: %.o $(sort $(filter-out $(BUILD)/tools/main.o,\
		$(program_objects) $(public_objects)))
	$(call link_objects,-fsanitize=fuzzer $(core_libraries) $(program_libraries))

-include $(fuzz_targets:=.d)
