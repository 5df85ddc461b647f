# The theorems about boards, checked by Coq.

# The boards that have a theorem: those of proof/theorem/Board*.v.
THEOREMS ?= $(patsubst proof/theorem/Board%.v,%,$(wildcard proof/theorem/Board?x?.v))

.PHONY: check-theorem check-theorem-faults
check-theorem: | need-theorem ### prove with Coq who wins; THEOREMS=6x4 for some boards only
	@proof/theorem/check proof/theorem proof/certificates $(BUILD)/theorem $(THEOREMS)

check-theorem-faults: | need-theorem ### plant faults in the theorem of 6x4: is each refused where it should be?
	@test/theorem/faults $(BUILD)/theorem
