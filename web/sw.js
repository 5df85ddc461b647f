// Keeps the page for when there is no network.  The build fills in the version and
// the files; a new version is taken when no window shows the old one any more.

const CACHE = 'fourscore-@version@';
const FILES = '@files@'.split(' ');

// Which of the two modules the page uses.
const MODULE = new URL(location.href).searchParams.get('module');

self.addEventListener('install', (event) => {
    event.waitUntil(caches.open(CACHE).then(
        (cache) => cache.addAll(['./', ...FILES, ...(MODULE ? [MODULE] : [])])));
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
    const cache = await caches.open(CACHE);
    const kept = await cache.match(request, {ignoreSearch: request.mode === 'navigate'});
    // A server that computes may answer in place of the file.
    const isHealth = request.url.endsWith('v1/health');
    return isHealth ? fetch(request).catch(() => kept ?? Response.error())
        : kept ?? fetch(request);
}
