"""What people send to others."""

import base64

from browser import IS_FIREFOX, PHONE, Page

# A browser that can send, which keeps what was sent.
SENDS = '''window.sent = [];
    navigator.share = async (what) => { sent.push(what); };
    navigator.canShare = ({files}) => files.length === 1;'''

# The frames of a picture, by a decoder that is not ours: their pixels and their time.
DECODE = '''const [bytes, done] = [Uint8Array.from(atob(arguments[0]), (one) => one.charCodeAt(0)), arguments[1]];
    (async () => {
        const decoder = new ImageDecoder({data: bytes, type: 'image/gif'}), canvas = document.createElement('canvas');
        await decoder.tracks.ready;
        const {frameCount, repetitionCount} = decoder.tracks.selectedTrack, frames = [];
        for (let i = 0; i < frameCount; i++) {
            const {image} = await decoder.decode({frameIndex: i});
            const context = canvas.getContext('2d', {willReadFrequently: true});
            [canvas.width, canvas.height] = [image.displayWidth, image.displayHeight];
            context.drawImage(image, 0, 0);
            const cell = ([column, row]) => [...context.getImageData(
                canvas.width * (70 + 100 * column) / 740, canvas.height * (570 - 100 * row) / 680, 1, 1).data].slice(0, 3);
            frames.push({time: image.duration, cells: [[0, 0], [3, 0], [3, 1], [0, 3]].map(cell)});
        }
        done({repetitionCount: String(repetitionCount), frames});
    })().catch((error) => done(String(error)));'''

HOLE, RED, YELLOW = (0x13, 0x1c, 0x4a), (0x6d, 0x0b, 0x18), (0xff, 0xd3, 0x4d)  # at the middle of a cell


class Share(Page):
    size = PHONE

    def test_after_a_game(self):
        """in two taps, as a link, a picture or a moving picture"""
        self.inject(SENDS)
        self.open()
        self.click('two')
        self.play('1414141')
        self.get('sharing').click()
        self.get('send').click()
        self.wait(lambda: self.js('return sent.map(({url}) => url)') == [f'{self.server.url}#1414141'], 'the link')
        for name, file in ('png', 'position.png'), ('gif', 'game.gif'):
            self.assertFalse(self.js('return performance.getEntriesByType("resource").some('
                                     '({name}) => name.endsWith("gif.js"))'))
            self.get(name).click()
            self.wait(lambda: self.js('return sent.at(-1).files?.[0].name') == file, file)
        picture = self.driver.execute_async_script(
            'const [done] = arguments, reader = new FileReader();'
            'reader.onload = () => done(reader.result.split(",")[1]); reader.readAsDataURL(sent.at(-1).files[0])')
        self.assertLess(len(base64.b64decode(picture)), 60e3)
        if IS_FIREFOX:  # which has no such decoder
            return
        found = self.driver.execute_async_script(DECODE, picture)
        self.assertEqual((found['repetitionCount'], [frame['time'] for frame in found['frames']]),
                         ('Infinity', 7 * [800_000] + [3_000_000]))
        for ply, colours in (0, 4 * [HOLE]), (1, [RED, HOLE, HOLE, HOLE]), (4, [RED, YELLOW, YELLOW, HOLE]):
            for cell, colour in zip(found['frames'][ply]['cells'], colours):
                self.assertLess(max(abs(a - b) for a, b in zip(cell, colour)), 12, (ply, found['frames'][ply]))
        self.assertGreater(min(found['frames'][7]['cells'][3]), 240)  # the line through the four

    def test_where_nothing_can_be_sent(self):
        self.inject('navigator.share = undefined')
        self.open('#44')
        self.js('document.getElementById("sharing").click()')
        self.assertFalse(self.get('send').is_displayed())
        self.assertTrue(self.get('link').is_displayed())

    def test_whoever_sends_nothing_reads_nothing(self):
        for error, words in ('AbortError', ''), ('NotAllowedError', 'That did not work: no'):
            self.inject(f'navigator.share = async () => {{ throw new DOMException("no", "{error}"); }}')
            self.open('#44')
            self.js('document.getElementById("sharing").click()')
            self.get('send').click()
            self.two_frames()
            self.wait_text('shared', words)
