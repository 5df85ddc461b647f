"""picture.py FILE: take the picture of the page for the README."""

import base64
import sys

from browser import Page

GAME = '53435576353365576'


class Picture(Page):
    size = (1280, 800)

    def test_picture(self):
        self.prefer(prefers_reduced_motion='reduce')
        self.open(f'#{GAME}')
        self.wait(lambda: self.count('#graph .bar') == len(GAME) + 1, 'the graph')
        self.wait(lambda: not any('≤' in chip for chip in self.chips()), 'scores')
        picture = self.cdp('Page.captureScreenshot', format='webp', quality=88)
        with open(sys.argv[1], 'wb') as file:
            file.write(base64.b64decode(picture['data']))


if __name__ == '__main__':
    picture = Picture('test_picture')
    picture.setUp()
    picture.test_picture()
