"""The page in Chromium, or in Firefox if FOURSCORE_BROWSER says so: what all its tests share."""

import contextlib
import functools
import http.server
import os
import re
import subprocess
import tempfile
import threading
import time
import unittest
from multiprocessing.util import Finalize

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from firefox import PREFERENCES, firefox

WEB = os.environ['FOURSCORE_WEB']
PROGRAM = os.environ['FOURSCORE']
IS_FIREFOX = os.environ.get('FOURSCORE_BROWSER') == 'firefox'
NODE_MODULES = os.path.join(os.environ['FOURSCORE_WEB_TEST'], 'node_modules')

DESKTOP, PHONE, SIDE = (1280, 800), (390, 844), (844, 390)
SMALL, LARGE = (320, 640), (3840, 2160)
SECONDS = 60  # to wait for anything; only a failure takes that long

FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--in-process-gpu', '--disable-quic',
         '--no-first-run', '--disable-background-networking',
         '--disable-component-update', '--disable-sync', '--hide-scrollbars',
         '--force-color-profile=srgb',
         # Drawing without a graphics card, and a new process for each page, take longer than
         # the tests themselves.  Those of what moves ask for it.
         '--force-prefers-reduced-motion',
         '--disable-features=ProactivelySwapBrowsingInstance,SpareRendererForSitePerProcess']


class Handler(http.server.SimpleHTTPRequestHandler):
    """A static web server, with no more types than nginx has in Debian 12: none for .mjs."""

    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map,
                      '.mjs': 'application/octet-stream', '.wasm': 'application/wasm',
                      '.webmanifest': 'application/octet-stream'}

    missing = '/'  # a file that is not found

    def do_GET(self):
        if os.path.basename(self.path) == self.missing:
            self.send_error(404)
        else:
            super().do_GET()

    def log_message(self, *_):
        pass


class FolderServer:
    """Serves a folder."""

    def __init__(self, folder):
        handler = functools.partial(Handler, directory=folder)
        self.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f'http://127.0.0.1:{self.server.server_port}/'

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class StaticServer(FolderServer):
    """Serves build/web below /some/path/, as a project's page on a shared host."""

    folder = WEB

    def __init__(self):
        self.root = tempfile.TemporaryDirectory()
        os.mkdir(f'{self.root.name}/some')
        os.symlink(os.path.abspath(self.folder), f'{self.root.name}/some/path')
        super().__init__(self.root.name)
        self.url += 'some/path/'

    def close(self):
        super().close()
        self.root.cleanup()


class ProgramServer:
    """fourscore serve, with the page."""

    def __init__(self):
        self.process = subprocess.Popen(
            [PROGRAM, 'serve', '--listen', '127.0.0.1:0', '--web', WEB],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.process.stdout:
            if found := re.match(r'listening on (\S+)', line):
                self.url = found.group(1)
                return
        raise RuntimeError('fourscore serve did not say where it listens')

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


@functools.cache
def browser():
    """The browser of this process."""
    driver, stop = firefox() if IS_FIREFOX else chromium()
    driver.set_script_timeout(SECONDS)
    at_end(stop)
    return driver


def chromium():
    """A driver, and what ends it."""
    profile = tempfile.TemporaryDirectory()
    options = webdriver.ChromeOptions()
    options.binary_location = '/usr/bin/chromium'
    options.set_capability('goog:loggingPrefs', {'browser': 'ALL'})
    for flag in [*FLAGS, f'--user-data-dir={profile.name}']:
        options.add_argument(flag)
    driver = webdriver.Chrome(service=Service('/usr/bin/chromedriver'),
                              options=options)

    def stop():
        driver.quit()
        with contextlib.suppress(OSError):
            profile.cleanup()

    return driver, stop


@functools.cache
def served(kind):
    """The server of a class in this process."""
    server = kind()
    at_end(server.close)
    return server


def at_end(call):
    """Call it at the end of this process, which may be one of a pool."""
    Finalize(None, call, exitpriority=0)


class Page(unittest.TestCase):
    """A test begins with an empty browser store, at the size of its class, and
    ends with a look at the console."""

    size = DESKTOP
    Server = StaticServer

    def setUp(self):
        self.driver = browser()
        self.server = self.serve()
        self.resize(*self.size)
        self.forget()
        self.console()

    def serve(self):
        """In Firefox a server of its own for each test: another origin has an empty store."""
        if not IS_FIREFOX:
            return served(self.Server)
        server = self.Server()
        self.addCleanup(server.close)
        return server

    def tearDown(self):
        self.assertEqual(self.console(), [])

    def console(self):
        """What was written there since the last call; Firefox does not tell.  Chromium may ask
        for an icon that no page names."""
        return [] if IS_FIREFOX else [entry for entry in self.driver.get_log('browser')
                                      if '/favicon.ico - ' not in entry['message']]

    def forget(self):
        """Empty the browser's store."""
        if not IS_FIREFOX:
            self.cdp('Storage.clearDataForOrigin',
                     origin=self.server.url.split('/some')[0].rstrip('/'),
                     storageTypes='local_storage,service_workers,cache_storage')

    # -------------------------------------------------------------- the window

    def cdp(self, command, **arguments):
        """What only Chromium can do."""
        if IS_FIREFOX:
            self.skipTest('needs Chromium')
        return self.driver.execute_cdp_cmd(command, arguments)

    def inject(self, source):
        """Run a script in each page, before those of the page."""
        added = self.cdp('Page.addScriptToEvaluateOnNewDocument', source=source)
        self.addCleanup(self.cdp, 'Page.removeScriptToEvaluateOnNewDocument', **added)

    def resize(self, width, height):
        if IS_FIREFOX:  # whose windows are at least 500 wide, with 86 pixels above the page
            if (width, height) == SMALL:
                self.skipTest('needs Chromium')
            self.driver.set_window_rect(0, 0, width, height + 86)
            return
        self.cdp('Emulation.setDeviceMetricsOverride', width=width, height=height,
                 deviceScaleFactor=1, mobile=width < 600)
        self.cdp('Emulation.setTouchEmulationEnabled', enabled=width < 600)

    def prefer(self, **features):
        """Media features, with _ for -."""
        if IS_FIREFOX:
            wanted = {PREFERENCES[name][0]: PREFERENCES[name][1][value]
                      for name, value in features.items()}
            self.driver.prefer(wanted)
            self.addCleanup(self.driver.prefer, dict.fromkeys(wanted) | {'ui.prefersReducedMotion': 1})
            return
        self.cdp('Emulation.setEmulatedMedia', features=[
            {'name': name.replace('_', '-'), 'value': value}
            for name, value in features.items()])
        self.addCleanup(self.cdp, 'Emulation.setEmulatedMedia', features=[])

    def allow_clipboard(self):
        if not IS_FIREFOX:  # which does anyway
            self.cdp('Browser.grantPermissions', origin=self.js('return location.origin'),
                     permissions=['clipboardReadWrite', 'clipboardSanitizedWrite'])

    def save_to(self, folder):
        """Where files go that the page saves."""
        if IS_FIREFOX:
            self.driver.prefer({'browser.download.folderList': 2, 'browser.download.dir': folder,
                                'browser.download.alwaysOpenPanel': False})
        else:
            self.cdp('Browser.setDownloadBehavior', behavior='allow', downloadPath=folder)

    def open(self, address=''):
        self.driver.get('about:blank')
        self.driver.get(self.server.url + address)
        self.wait(lambda: self.text('turn') and self.columns(), 'the board')

    # ---------------------------------------------------------------- the page

    def js(self, code, *arguments):
        return self.driver.execute_script(code, *arguments)

    def get(self, name):
        return self.driver.find_element(By.ID, name)

    def text(self, name):
        return self.js('return document.getElementById(arguments[0])?.textContent',
                       name)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def columns(self):
        return self.all('.column')

    def count(self, selector):
        return self.js('return document.querySelectorAll(arguments[0]).length',
                       selector)

    def chips(self):
        """Scores or bounds, as numbers."""
        return self.js('return [...document.querySelectorAll(".chip")].map(chip => chip.title)')

    def moves(self):
        return self.js('return [...document.querySelectorAll(".move")].map('
                       'move => move.textContent)')

    def address(self):
        return self.js('return location.hash')

    def focus(self):
        """The label or the id of what has the focus."""
        return self.js('const e = document.activeElement;'
                       'return e.getAttribute("aria-label") ?? e.id')

    def choose(self, name, value):
        Select(self.get(name)).select_by_value(value)

    def click(self, name):
        self.press_all([self.js(
            'const one = document.getElementById(arguments[0]);'
            'one.closest("[popover]")?.togglePopover(true);'
            'one.closest("[popover] details")?.setAttribute("open", "");'
            'one.scrollIntoView({block: "center"});'
            'return one', name)])

    def press_all(self, elements):
        """Click elements one after the other, which must not be covered.  The driver's own click
        waits for several frames."""
        self.js('for (const one of arguments[0]) {'
                '  one.scrollIntoView({block: "nearest"});'
                '  const {left, top, width, height} = one.getBoundingClientRect();'
                '  const hit = document.elementFromPoint(left + width / 2, top + height / 2);'
                '  if (!one.contains(hit)) throw new Error(`${one.id} is covered by ${hit?.outerHTML}`);'
                '  one.focus({preventScroll: true});'
                '  one.click();'
                '}', elements)

    def submit(self, text):
        """Open a game by its text."""
        self.js('document.getElementById("open-menu").togglePopover(true);'
                'document.getElementById("text").value = arguments[0];'
                'document.querySelector("#open [type=submit]").click()', text)

    def hurry(self):
        """Opponents that have found their move do not wait to be followed."""
        self.js('const wait = setTimeout;'
                'window.setTimeout = (call, time) => wait(call, Math.min(time, 20))')

    def start(self, level):
        """Start a game against a level, from the first screen."""
        self.open()
        self.click(f'level-{level}')

    def wait_puzzle(self, number):
        self.wait(lambda: self.text('verdict').startswith(f'Puzzle {number} '), f'puzzle {number}')

    def open_puzzle(self, number):
        self.open(f'#puzzle/{number}')
        self.wait_puzzle(number)

    def is_over(self):
        return self.text('turn') in ('You win!', 'You lose', 'A draw')

    def play_away(self):
        """As somebody who looks at nothing, to the end."""
        self.wait(lambda: self.is_over() or (self.text('turn').startswith('Your turn') and self.js(
            '[...document.querySelectorAll(".column[aria-disabled=false]")].at(-1).click()')), 'the end')

    def lose(self):
        """Give a game to the last level."""
        self.start(5)
        self.hurry()
        self.play_away()
        self.assertEqual(self.text('turn'), 'You lose')

    def set_switch(self, name, on):
        if self.get(name).is_selected() != on:
            self.click(name)

    def press(self, *keys):
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def play(self, columns):
        found = self.columns()
        self.press_all([found[int(column) - 1] for column in columns])

    # ------------------------------------------------------------------ waiting

    def two_frames(self):
        """Wait until what the page has done is drawn."""
        self.driver.execute_async_script(
            'requestAnimationFrame(() => requestAnimationFrame(arguments[0]))')

    def wait(self, condition, what, seconds=SECONDS):
        until, pause = time.monotonic() + seconds, 0.01
        while not (found := condition()):
            if time.monotonic() > until:
                self.fail(f'waited {seconds} s for {what}; turn: '
                          f'{self.text("turn")!r}, verdict: '
                          f'{self.text("verdict")!r}, chips: {self.chips()}, '
                          f'address: {self.address()!r}')
            time.sleep(pause)  # each look takes time from what is waited for
            pause = min(1.5 * pause, 0.1)
        return found

    def wait_text(self, name, expected):
        self.wait(lambda: self.text(name) == expected, f'{name}: {expected}')

    def wait_chips(self, *expected):
        self.wait(lambda: self.chips() == list(expected), f'scores {expected}')

    def wait_address(self, expected):
        self.wait(lambda: self.address() == expected, f'address {expected}')
