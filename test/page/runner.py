"""Run the tests of the page: those of Node, then those of Chromium, which are
shared between processes by class, one more than there are cores, because some wait
for others most of the time."""

import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import time
import unittest


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

    def count(self, ran):
        bad = {test.id().split(' ')[0] for test, _ in self.failures + self.errors}
        return ran - len(bad) - len(self.skipped), len(bad), len(self.skipped)


def browser_tests(name):
    """The result and the output of one class, or of one test."""
    started = time.monotonic()
    done = subprocess.run([sys.executable, __file__, '--one', name],
                          capture_output=True, text=True)
    counts = re.search(r'^(\d+) (\d+) (\d+)$', done.stdout, re.M)
    if counts is None:
        return name, (0, 1, 0), done.stdout + done.stderr, 0
    return (name, tuple(map(int, counts.groups())), done.stderr,
            time.monotonic() - started)


def run_one(name):
    suite = unittest.defaultTestLoader.loadTestsFromName(name)
    result = unittest.TextTestRunner(resultclass=Result).run(suite)
    print(*result.count(max(result.testsRun, len(result.skipped), 1)))


def classes():
    names = []
    for file in sorted(glob.glob('test_*.py')):
        with open(file, encoding='utf-8') as source:
            names += [f'{file[:-3]}.{found}' for found in
                      re.findall(r'^class (\w+)', source.read(), re.M)]
    return names


def main():
    total = [node_tests()]
    print(f'  node  {total[0][0]} passed')
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() + 1) as pool:
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
    if sys.argv[1:2] == ['--one']:
        run_one(sys.argv[2])
    else:
        sys.exit(main())
