# The program, the library and the Python module for Windows, by Debian's mingw-w64, and
# their tests under wine.

# Functions with AVX keep vectors on a stack that is aligned to 16 bytes only.
# gcc takes formats for those of Microsoft's printf(), and PE files have no visibility;
# the isfinite() of mingw-w64 takes a double for a float.
windows_target := x86_64-w64-mingw32
windows = CC=$(windows_target)-gcc LD=$(windows_target)-ld AR=$(windows_target)-ar \
	OBJCOPY=$(windows_target)-objcopy WINDRES=$(windows_target)-windres \
	STRIP=$(windows_target)-strip STANDALONE=1 DATADIR=../testsets \
	LDFLAGS='-static-libgcc -Wl,--no-insert-timestamp' \
	CFLAGS='$(1) -Wa,-muse-unaligned-vector-move -Wno-format -Wno-error=format-security \
	-Wno-format-security -Wno-attributes -Wno-float-conversion'

# Of build/windows, what is packed: the program and the DLL, and what links with it.
windows_files := bin/fourscore.exe bin/libfourscore-2.dll lib/libfourscore.dll.a lib/libfourscore.a
windows_folder := fourscore-$(version)-windows-x86-64
windows_tree := $(BUILD)/windows/$(windows_folder)
wine := WINEDEBUG=-all WINEPREFIX=$(call quote,$(abspath $(BUILD)/wine))

.PHONY: windows check-windows windows-zip windows-wheel
windows: | need-windows ### build/windows: the program and the library for Windows, a DLL and a static one
	$(Q)$(MAKE) $(call windows,-O3 -DNDEBUG) BUILD=$(BUILD)/windows \
		$(addprefix $(BUILD)/windows/,$(notdir $(filter-out %.dll.a,$(windows_files))))

windows-zip: windows ### build/dist: the same as a zip file, with headers, the book and the test sets
	$(Q)rm -rf $(windows_tree) && mkdir -p $(addprefix $(windows_tree)/,bin lib include book testsets) $(BUILD)/dist
	$(Q)export SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH); $(foreach file,$(windows_files),$(windows_target)-strip --strip-unneeded --enable-deterministic-archives \
		-o $(windows_tree)/$(file) $(BUILD)/windows/$(notdir $(file)) &&) :
	$(Q)cp lib/fourscore.h lib/fourscore_game.h $(windows_tree)/include
	$(Q)cp book/7x6-10.book $(windows_tree)/book
	$(Q)cp testsets/*.txt $(windows_tree)/testsets
	$(Q)cp LICENSE $(windows_tree)/LICENSE.txt
	$(Q)$(fill) packaging/windows.txt | fold -s -w 79 | sed 's/ *$$//' >$(windows_tree)/README.txt
	$(Q)find $(windows_tree) -exec touch -d @$(SOURCE_DATE_EPOCH) {} + && chmod -R u=rwX,go=rX $(windows_tree)
	$(Q)rm -f $(BUILD)/dist/$(windows_folder).zip
	$(Q)cd $(BUILD)/windows && find $(windows_folder) -type f | LC_ALL=C sort | \
		TZ=UTC zip -q -9 -X -@ $(call quote,$(abspath $(BUILD)/dist/$(windows_folder).zip))
	$(call wrote,$(windows_folder).zip)

windows-wheel: | need-windows ### build/dist: the Python module for Windows
	$(Q)$(call setup_py,BUILD=$(BUILD)/windows LIBRARY=libfourscore-2.dll $(call windows,-O3 -DNDEBUG)) \
		bdist_wheel --dist-dir $(BUILD)/dist --plat-name win_amd64
	$(call wrote,fourscore-$(version)-*-win_amd64.whl)

# The tests of the program that wine runs in a few minutes; those with the tag unix are left
# out.  The others need a terminal, signals, the server, or most of them a preloaded library.
windows_bats := $(patsubst %,test/cli/%.bats,usage lines solve positions bench size nodes)
# The program, as tests run it.
$(BUILD)/windows/fourscore: FORCE
	$(call write_if_changed,'#!/bin/sh' 'exec wine "$$(dirname "$$0")/fourscore.exe" "$$@"')
	$(Q)chmod +x $@

# Without the tests that need fork(), signals, limits of memory, or to see that a thread
# sleeps.  What wine starts would keep the pipes of the first test open.
check-windows: windows $(BUILD)/windows/fourscore | need-windows ### tests of the library and the program for Windows, under wine
	$(Q)$(wine) wineboot </dev/null >/dev/null 2>&1
	$(Q)$(MAKE) check-unit $(call windows,-O2) BUILD=$(BUILD)/windows-unit $(fewest) $(standalone) \
		CPPFLAGS='-Itest/support/cmocka -include test/support/windows.h' \
		system_tests='os certificate follower tables prove json' pool_test='pool claims' \
		test_runner='-Wl,-Bstatic -lwinpthread' TEST_WRAPPER='env $(wine) wine'
	@BATS_TAGS='!unix' FOURSCORE=$(call quote,$(abspath $(BUILD)/windows/fourscore)) \
		$(wine) test/run $(windows_bats)
