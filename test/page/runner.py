"""Run the tests of the page: those of Node and those of the browser, each one by itself, in
processes that keep their browser, two more than there are cores, because some wait for
others most of the time.  In Firefox those that use the page."""

import concurrent.futures
import glob
import io
import os
import re
import subprocess
import sys
import time
import unittest
import unittest.util

from browser import IS_FIREFOX


def node_tests():
    files = sorted(glob.glob('*.test.mjs') + glob.glob('unit/*.test.mjs'))
    done = subprocess.run(['node', '--test', '--test-reporter=tap', *files],
                          capture_output=True, text=True)
    counts = {name: int(count) for name, count in
              re.findall(r'^# (pass|fail|tests) (\d+)$', done.stdout, re.M)}
    failed = max(counts.get('fail', 0), done.returncode != 0 and 1 or 0)
    if failed or not counts.get('pass'):
        print(done.stdout, done.stderr, sep='\n')
    return counts.get('pass', 0), failed or int(not counts.get('pass')), 0


class Result(unittest.TextTestResult):
    """Counts a test with failed subtests once."""

    def counts(self):
        ran = max(self.testsRun, len(self.skipped), 1)
        bad = {test.id().split(' ')[0] for test, _ in self.failures + self.errors}
        return ran - len(bad) - len(self.skipped), len(bad), len(self.skipped)


def browser_tests(name):
    """The result, the output and the time of a test, or of a class."""
    started, output = time.monotonic(), io.StringIO()
    suite = unittest.defaultTestLoader.loadTestsFromName(name)
    result = unittest.TextTestRunner(output, resultclass=Result).run(suite)
    return result.counts(), output.getvalue(), time.monotonic() - started


def tests(suite):
    for one in suite:
        yield from tests(one) if isinstance(one, unittest.TestSuite) else [one]


def parts(name):
    """The tests of a module, a class or one test, by class.  One that prepares something
    for all of its tests is a single part."""
    found = {}
    for test in tests(unittest.defaultTestLoader.loadTestsFromName(name)):
        whole = unittest.util.strclass(type(test))
        part = whole if 'setUpClass' in vars(type(test)) else test.id()
        found.setdefault(whole, {})[part] = None
    return found


def modules():
    return [file[:-3] for file in sorted(glob.glob('test_*.py'))
            if not (IS_FIREFOX and file == 'test_network.py')]


def main():
    total = []
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count() + 2) as pool:
        running = {name: [pool.submit(browser_tests, part) for part in found]
                   for module in sys.argv[1:] or modules()
                   for name, found in parts(module).items()}
        if not IS_FIREFOX:
            total.append(node_tests())
            print(f'  node  {total[0][0]} passed')
        for name, futures in running.items():
            counts, outputs, seconds = zip(*(future.result() for future in futures))
            total += counts
            print(f'{sum(seconds):4.0f} s  {name:40} {sum(one[0] for one in counts):3} passed', flush=True)
            for (_, failed, _), output in zip(counts, outputs):
                if failed:
                    print(output)
    passed, failed, skipped = map(sum, zip(*total))
    print(f'{passed} passed, {failed} failed' +
          (f', {skipped} skipped' if skipped else ''))
    return failed > 0


if __name__ == '__main__':
    sys.exit(main())
