# The engines: solver/engines.c is compiled for each board, and for the
# optimised boards once more for each instruction set.

# Every width and height from 1 to 12 with W * (H + 1) <= 127, the bits of a key.
ifeq ($(origin BOARDS),undefined)
sizes  := 1 2 3 4 5 6 7 8 9 10 11 12
BOARDS := $(shell for w in $(sizes); do for h in $(sizes); do \
	test $$((w * (h + 1))) -gt 127 || echo $${w}x$$h; done; done)
endif
optimised_boards := 7x6 5x5 6x5 6x6 7x7 8x7 8x8 9x7 10x7

# The best instruction set first.  Each lists all of its flags from baseline
# x86-64 up, so that a -march in CFLAGS does not change it.
isas := baseline
isa_flags_baseline :=
ifneq (,$(findstring x86_64,$(shell $(CC) -dumpmachine 2>/dev/null)))
isas := avx512 avx2 baseline
isa_flags_baseline := -march=x86-64
isa_flags_avx2   := -march=x86-64 -mavx2 -mbmi -mbmi2 -mpopcnt
isa_flags_avx512 := $(isa_flags_avx2) -mavx512f -mavx512bw -mavx512dq -mavx512vl
endif

# Engines read nothing but numbers, so by default they are not hardened, which
# would make them slower.  At -O1 the other boards take half of the time to
# compile; their engines are a quarter slower.
engine_cflags := $(CFLAGS)
ifeq ($(origin CFLAGS),file)
engine_cflags := $(filter-out $(hardening),$(CFLAGS))
other_board_flags := -g0 -O1
endif

# $(call isas_of,BOARD), $(call engine_sets,BOARDS), $(call board_flags,BOARD)
isas_of     = $(if $(filter $(1),$(optimised_boards)),$(isas),baseline)
engine_sets = $(foreach board,$(1),$(foreach isa,$(call isas_of,$(board)),\
	$(board)_$(isa)))
board_flags = -DBOARD_WIDTH=$(word 1,$(subst x, ,$(1))) \
	-DBOARD_HEIGHT=$(word 2,$(subst x, ,$(1)))

engine_sources := $(wildcard solver/fast.c solver/tutorial_*.c solver/engines.c)

# $(call engine_objects,FOLDER,BOARDS), $(call engine_rules,FOLDER,BOARDS,FLAGS)
engine_objects = $(patsubst %,$(1)/engines/%.o,$(call engine_sets,$(2)))

define engine_rules
$(foreach board,$(2),$(foreach isa,$(call isas_of,$(board)),
$(1)/engines/$(board)_$(isa).o: solver/engines.c $(BUILD)/settings | need-build
	@mkdir -p $$(@D)
	$$(call say,CC $$@)
	$$(Q)$$(CC) -MMD -MP $$(flags) $$(engine_cflags) $(3) $$(call board_flags,$(board)) \
		-DISA=$(isa) $$(isa_flags_$(isa)) \
		$(if $(filter $(board),$(optimised_boards)),,$(other_board_flags)) -c -o $$@ $$<
))
# The list of the engines, the best instruction set of each board first.
$(1)/engine_sets.inc: $(BUILD)/settings
	@mkdir -p $$(@D)
	@printf 'ENGINE_SET(%s)\n' $(call engine_sets,$(2)) >$$@
$(1)/solver/engine_sets.o: $(1)/engine_sets.inc
endef
