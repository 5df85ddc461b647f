"""Runs unittest tests and prints TAP, which test/run counts."""

import sys
import unittest


class _Result(unittest.TestResult):
    count = 0
    has_bad_subtest = False

    def startTest(self, test):
        super().startTest(test)
        self.has_bad_subtest = False

    def stopTest(self, test):
        super().stopTest(test)
        if self.has_bad_subtest:
            self._report(test, False)

    def _report(self, test, passed, note=""):
        _Result.count += 1
        words = test.shortDescription() or str(test)
        print(f"{'ok' if passed else 'not ok'} {self.count} {words}{note}", flush=True)

    def addSuccess(self, test):
        super().addSuccess(test)
        self._report(test, True)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._report(test, True, f" # skip {reason}")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._fail(test, self.failures[-1][1])

    def addError(self, test, err):
        super().addError(test, err)
        self._fail(test, self.errors[-1][1])

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.has_bad_subtest = True
            lines = self._exc_info_to_string(err, test)
            print("".join(f"# {subtest}: {line}\n" for line in lines.splitlines()))

    def _fail(self, test, lines):
        self._report(test, False)
        print("".join(f"# {line}\n" for line in lines.splitlines()), end="", flush=True)


def main(module="__main__"):
    """Run the tests of a module, or those that the command line names."""
    loader = unittest.defaultTestLoader
    names = sys.argv[1:]
    found = sys.modules[module]
    suite = (loader.loadTestsFromNames(names, found) if names
             else loader.loadTestsFromModule(found))
    print(f"1..{suite.countTestCases()}", flush=True)
    result = _Result()
    suite.run(result)
    sys.exit(0 if result.wasSuccessful() else 1)
