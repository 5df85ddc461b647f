// Keeps the page for when there is no network.  The build fills in the version and
// the files.  A new version is shown when the page is loaded the next time.

const CACHE = 'fourscore-@version@';
const FILES = '@files@'.split(' ');

// Which of the two modules the page uses.
const MODULE = new URL(location.href).searchParams.get('module');

self.addEventListener('install', (event) => {
    const files = ['./', ...FILES, ...(MODULE ? [MODULE] : [])];
    // The browser's own cache may have older files.
    const requests = files.map((file) => new Request(file, {cache: 'no-cache'}));
    event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests))
        .then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
    event.waitUntil((async () => {
        for (const name of await caches.keys())
            if (name.startsWith('fourscore-') && name !== CACHE)
                await caches.delete(name);
        await self.clients.claim();
    })());
});

self.addEventListener('fetch', (event) => {
    if (event.request.method === 'GET')
        event.respondWith(answer(event.request));
});

/** @param {Request} request */
async function answer(request) {
    // The browser may have emptied its store.
    const kept = await caches.open(CACHE)
        .then((cache) => cache.match(request, {ignoreSearch: request.mode === 'navigate'}))
        .catch(() => undefined);
    // A server that computes may answer in place of the file.
    const isHealth = request.url.endsWith('v1/health');
    return isHealth ? fetch(request).catch(() => kept ?? Response.error())
        : kept ?? fetch(request);
}
