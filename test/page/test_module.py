"""fourscore.mjs in a Worker of Chromium, compared with the program."""

import json
import os
import subprocess
import unittest

from browser import PROGRAM, StaticServer, chromium, served

TESTSETS = os.path.join(os.path.dirname(__file__), '../../testsets')
EACH = 10  # positions of a set
NODES = 200000

# Answers {positions, vectors} with bounds and nodes of each position, or with an
# error.
WORKER = '''
import {load} from '%smjs';

onmessage = async ({data: {positions, vectors}}) => {
    try {
        const fourscore = await load({vectors, book: false});
        const answers = [];
        for (const position of positions) {
            const {lower, upper, nodes} = await fourscore.score(
                position, {fresh: true, nodes: %d, slice: Infinity});
            answers.push([lower, upper, nodes]);
        }
        postMessage({vectors: fourscore.vectors, answers});
    } catch (error) {
        postMessage({error: String(error.stack)});
    }
};
'''

ASK = '''
const [source, question, done] = arguments;
const worker = new Worker(
    URL.createObjectURL(new Blob([source], {type: 'text/javascript'})),
    {type: 'module'});
const end = (answer) => { worker.terminate(); done(answer); };
worker.onmessage = ({data}) => end(data);
worker.onerror = ({message}) => end({error: message ?? 'no Worker'});
worker.postMessage(question);
'''


def read_positions():
    positions = []
    for name in ('end-easy', 'middle-easy', 'middle-medium', 'begin-easy',
                 'begin-medium'):
        with open(f'{TESTSETS}/{name}.txt', encoding='ascii') as file:
            lines = [line.split()[0] for line in file if line[0].isdigit()]
        positions += lines[:EACH]
    return positions


def solve(positions):
    """What the program finds: lower and upper bound, and nodes."""
    done = subprocess.run(
        [PROGRAM, 'solve', '--no-book', '--threads', '1', '--fresh', '-v', '--json',
         '--node-limit', str(NODES)],
        input='\n'.join(positions) + '\n', capture_output=True, text=True,
        check=False)
    answers = []
    for line in done.stdout.splitlines():
        found = json.loads(line)
        score = found.get('score', found)
        if isinstance(score, dict):
            answers.append([score['lower'], score['upper'], found['nodes']])
        else:
            answers.append([score, score, found['nodes']])
    return answers


class Module(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.positions = read_positions()
        cls.expected = solve(cls.positions)

    def compare(self, vectors):
        self.assertEqual(len(self.positions), 5 * EACH)
        self.assertEqual(len(self.expected), 5 * EACH)
        driver, url = chromium(), served(StaticServer).url
        driver.get(url + 'icon.svg')  # only for the origin
        found = driver.execute_async_script(
            ASK, WORKER % (url + 'fourscore.', NODES),
            {'positions': self.positions, 'vectors': vectors})
        self.assertNotIn('error', found)
        self.assertEqual(found['vectors'], vectors)
        for position, answer, expected in zip(self.positions, found['answers'],
                                              self.expected, strict=True):
            with self.subTest(position=position):
                self.assertEqual(answer, expected)

    def test_scores_and_nodes_are_those_of_the_program(self):
        self.compare(vectors=True)

    def test_the_scalar_module_has_the_same(self):
        self.compare(vectors=False)


if __name__ == '__main__':
    unittest.main()
