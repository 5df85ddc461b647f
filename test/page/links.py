"""The site that make site writes: its server, and the links in it."""

import html.parser
import os
import posixpath
import urllib.parse

from browser import StaticServer

SITE = os.environ['FOURSCORE_SITE']


class SiteServer(StaticServer):
    folder = SITE


class Links(html.parser.HTMLParser):
    """What a file leads to, and the places in it that others can lead to."""

    def __init__(self, path):
        super().__init__()
        self.links, self.places = [], set()
        with open(path, encoding='utf-8') as file:
            self.feed(file.read())

    def handle_starttag(self, _, attributes):
        found = dict(attributes)
        self.links += [found[name] for name in ('href', 'src') if found.get(name)]
        self.places |= {found.get('id'), found.get('name')}


def broken(folder):
    """The links of the HTML files in a folder that lead nowhere, or out of it."""
    files = {os.path.relpath(os.path.join(place, name), folder)
             for place, _, names in os.walk(folder) for name in names}
    read = {name: Links(os.path.join(folder, name)) for name in files if name.endswith('.html')}
    wrong = []
    for name, page in sorted(read.items()):
        for link in page.links:
            url = urllib.parse.urlsplit(link)
            if url.scheme in ('http', 'https', 'mailto'):
                continue
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), url.path)) if url.path else name
            known = path in files and not url.scheme and not url.path.startswith('/')
            # The fragment of the page itself is a game.
            if not known or (url.fragment and path.startswith('docs/') and
                             urllib.parse.unquote(url.fragment) not in read[path].places):
                wrong.append((name, link))
    return wrong, read
