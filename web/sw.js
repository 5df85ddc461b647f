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
    const {request} = event;
    if (request.method !== 'GET')
        return;
    event.respondWith((async () => {
        const cache = await caches.open(CACHE);
        const isPage = request.mode === 'navigate';
        return await cache.match(request, {ignoreSearch: isPage}) ?? fetch(request);
    })());
});
