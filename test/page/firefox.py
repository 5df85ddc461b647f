"""Firefox for selenium.  Debian has no geckodriver, so this speaks its part: requests of
WebDriver over HTTP become commands of Marionette, which Firefox itself understands
(https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html)."""

import http.server
import json
import pathlib
import re
import socket
import subprocess
import tempfile
import threading
import time

from selenium import webdriver

ELEMENT = r'element/(?P<id>[^/]+)/'
COMMANDS = [(f'{method} {path}$', f'WebDriver:{name}') for method, path, name in (
    ('POST', 'url', 'Navigate'), ('GET', 'url', 'GetCurrentURL'), ('POST', 'refresh', 'Refresh'),
    ('POST', 'back', 'Back'), ('POST', 'forward', 'Forward'), ('GET', 'title', 'GetTitle'),
    ('POST', 'timeouts', 'SetTimeouts'), ('POST', 'window/rect', 'SetWindowRect'),
    ('GET', 'window/rect', 'GetWindowRect'), ('GET', 'screenshot', 'TakeScreenshot'),
    ('POST', 'execute/sync', 'ExecuteScript'), ('POST', 'execute/async', 'ExecuteAsyncScript'),
    ('POST', 'element', 'FindElement'), ('POST', 'elements', 'FindElements'),
    ('GET', 'element/active', 'GetActiveElement'),
    ('POST', 'element/(?P<element>[^/]+)/element', 'FindElement'),
    ('POST', 'element/(?P<element>[^/]+)/elements', 'FindElements'),
    ('POST', ELEMENT + 'click', 'ElementClick'), ('POST', ELEMENT + 'clear', 'ElementClear'),
    ('POST', ELEMENT + 'value', 'ElementSendKeys'), ('GET', ELEMENT + 'text', 'GetElementText'),
    ('GET', ELEMENT + 'name', 'GetElementTagName'), ('GET', ELEMENT + 'rect', 'GetElementRect'),
    ('GET', ELEMENT + 'enabled', 'IsElementEnabled'), ('GET', ELEMENT + 'selected', 'IsElementSelected'),
    ('GET', ELEMENT + 'property/(?P<name>.+)', 'GetElementProperty'),
    ('GET', ELEMENT + 'attribute/(?P<name>.+)', 'GetElementAttribute'),
    ('POST', 'actions', 'PerformActions'), ('DELETE', 'actions', 'ReleaseActions'))]


class Marionette:
    """A connection: messages are a length, a colon, and JSON."""

    def __init__(self, port):
        self.socket = socket.create_connection(('127.0.0.1', port))
        self.stream = self.socket.makefile('rb')
        self.count = 0
        self.receive()  # the greeting

    def receive(self):
        length = b''
        while not length.endswith(b':'):
            length += self.stream.read(1) or b'0:'
        return json.loads(self.stream.read(int(length[:-1])) or b'null')

    def ask(self, name, arguments):
        """An error as WebDriver has it, or None; and the result."""
        self.count += 1
        text = json.dumps([0, self.count, name, arguments]).encode()
        self.socket.sendall(b'%d:%s' % (len(text), text))
        _, _, error, result = self.receive()
        return error, result


# Sets preferences while the browser runs; null: to what the browser has without user.js.
PREFER = '''for (const [name, value] of Object.entries(arguments[0])) {
    const kind = {boolean: 'Bool', number: 'Int', string: 'String'}[typeof value];
    if (kind)
        Services.prefs[`set${kind}Pref`](name, value);
    else
        Services.prefs.clearUserPref(name);
}'''
# The preference of each media feature, and its numbers.
PREFERENCES = {
    'prefers_reduced_motion': ('ui.prefersReducedMotion', {'no-preference': 0, 'reduce': 1}),
    'prefers_color_scheme': ('layout.css.prefers-color-scheme.content-override', {'dark': 0, 'light': 1}),
    'forced_colors': ('browser.display.document_color_use', {'active': 2}),
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def answer(self, status, value):
        body = json.dumps({'value': value}).encode()
        self.send_response(status)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def handle_request(self):
        body = self.rfile.read(int(self.headers.get('Content-Length', 0)))
        arguments = json.loads(body) if body else {}
        if self.path == '/session':
            error, result = self.server.marionette.ask('WebDriver:NewSession', {})
            return self.answer(500 if error else 200, error or result)
        request = f'{self.command} {re.sub("^/session/[^/]*/?", "", self.path)}'
        if request == 'DELETE ':
            return self.answer(200, None)
        for pattern, name in COMMANDS:
            if found := re.match(pattern, request):
                error, result = self.server.marionette.ask(name, arguments | found.groupdict())
                if isinstance(result, dict) and 'value' in result:
                    result = result['value']
                return self.answer(500 if error else 200, error or result)
        return self.answer(404, {'error': 'unknown command', 'message': request, 'stacktrace': ''})

    do_GET = do_POST = do_DELETE = handle_request

    def log_message(self, *_):
        pass


def free_port():
    with socket.socket() as made:
        made.bind(('127.0.0.1', 0))
        return made.getsockname()[1]


def connect(port):
    for _ in range(600):
        try:
            return Marionette(port)
        except OSError:
            time.sleep(0.1)
    raise RuntimeError('Firefox does not answer')


def firefox():
    """A driver, whose prefer() sets preferences, and what ends it."""
    profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    port = free_port()
    pathlib.Path(profile.name, 'user.js').write_text(''.join(
        f'user_pref("{name}", {json.dumps(value)});\n' for name, value in {
            'marionette.port': port, 'app.update.disabledForTesting': True,
            'browser.shell.checkDefaultBrowser': False, 'datareporting.policy.dataSubmissionEnabled': False,
            'toolkit.telemetry.server': '', 'network.captive-portal-service.enabled': False,
            'network.connectivity-service.enabled': False, 'extensions.update.enabled': False,
            'services.settings.server': '', 'browser.startup.page': 0,
            'ui.prefersReducedMotion': 1, 'dom.events.testing.asyncClipboard': True}.items()))
    process = subprocess.Popen(['firefox-esr', '--headless', '--marionette', '--no-remote',
                                '-remote-allow-system-access',
                                '--profile', profile.name],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
    server.marionette = connect(port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    driver = webdriver.Remote(f'http://127.0.0.1:{server.server_port}', options=webdriver.FirefoxOptions())

    def prefer(values):
        for name, arguments in (('Marionette:SetContext', {'value': 'chrome'}),
                                ('WebDriver:ExecuteScript', {'script': PREFER, 'args': [values]}),
                                ('Marionette:SetContext', {'value': 'content'})):
            error, _ = server.marionette.ask(name, arguments)
            if error is not None:
                raise RuntimeError(error)

    driver.prefer = prefer

    def stop():
        process.terminate()
        process.wait()
        server.shutdown()
        server.server_close()
        profile.cleanup()

    return driver, stop
