"""Run the tests of the page: those of Node, then those of the browser, by class, in
processes that keep their browser, one more than there are cores, because some wait for
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
    """The result and the output of one class, or of one test."""
    started, output = time.monotonic(), io.StringIO()
    suite = unittest.defaultTestLoader.loadTestsFromName(name)
    result = unittest.TextTestRunner(output, resultclass=Result).run(suite)
    return name, result.counts(), output.getvalue(), time.monotonic() - started


def classes():
    names = []
    for file in sorted(glob.glob('test_*.py')):
        if IS_FIREFOX and file in ('test_bundlers.py', 'test_network.py'):
            continue
        with open(file, encoding='utf-8') as source:
            names += [f'{file[:-3]}.{found}' for found in
                      re.findall(r'^class (\w+)', source.read(), re.M)]
    return names


def main():
    total = []
    if not IS_FIREFOX:
        total.append(node_tests())
        print(f'  node  {total[0][0]} passed')
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count() + 1) as pool:
        for name, counts, output, seconds in pool.map(
                browser_tests, sys.argv[1:] or classes()):
            total.append(counts)
            print(f'{seconds:4.0f} s  {name:40} {counts[0]:3} passed', flush=True)
            if counts[1]:
                print(output)
    passed, failed, skipped = map(sum, zip(*total))
    print(f'{passed} passed, {failed} failed' +
          (f', {skipped} skipped' if skipped else ''))
    return failed > 0


if __name__ == '__main__':
    sys.exit(main())
