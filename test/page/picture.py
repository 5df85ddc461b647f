"""Takes the picture of the page in the README, docs/page.webp, after 'make web wasm':

    test/page/run build/web build/fourscore build/wasm build/web-test picture
"""

import base64

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
        with open('../../docs/page.webp', 'wb') as file:
            file.write(base64.b64decode(picture['data']))
