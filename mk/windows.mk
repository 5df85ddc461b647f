# The library for Windows, by Debian's mingw-w64, and its tests under wine.

# Functions with AVX keep vectors on a stack that is aligned to 16 bytes only.
# gcc takes formats for those of Microsoft's printf(), and PE files have no visibility.
windows_target := x86_64-w64-mingw32
windows = CC=$(windows_target)-gcc LD=$(windows_target)-ld AR=$(windows_target)-ar \
	OBJCOPY=$(windows_target)-objcopy WINDRES=$(windows_target)-windres LDFLAGS=-static-libgcc STANDALONE=1 \
	CFLAGS='$(1) -Wa,-muse-unaligned-vector-move -Wno-format -Wno-error=format-security \
	-Wno-format-security -Wno-attributes'

.PHONY: windows check-windows
windows: | need-windows ### build/windows: the library for Windows, a DLL and a static one
	$(Q)$(MAKE) $(call windows,-O3 -DNDEBUG) BUILD=$(BUILD)/windows \
		$(BUILD)/windows/libfourscore.a $(BUILD)/windows/libfourscore-1.dll

# Without the tests that need fork(), signals, limits of memory, or functions that the
# linker replaces.
check-windows: | need-windows ### the unit tests of the library for Windows, under wine
	$(Q)$(MAKE) check-unit $(call windows,-O2) BUILD=$(BUILD)/windows-unit $(fewest) $(standalone) \
		CPPFLAGS='-Itest/support/cmocka -include test/support/windows.h' \
		system_tests='os certificate follower torn' pool_test=pool \
		unit_tests='$$(filter-out %/test_fast:7x6 %/test_fast:10x11 %/test_limits,$$(all_unit_tests))' \
		LDLIBS='-Wl,-Bstatic -lwinpthread' TEST_WRAPPER=wine
