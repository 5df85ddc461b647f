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
        self.clients.claim(); // which waits for pages that wait for the end of this
    })());
});

self.addEventListener('fetch', (event) => {
    if (event.request.method === 'GET')
        event.respondWith(answer(event.request));
});

/** @param {Request} request */
async function answer(request) {
    const questions = new URL('v1/', location.href).href;
    const isQuestion = request.url.startsWith(questions);
    // The browser may have emptied its store.
    const kept = await caches.open(CACHE).then((cache) => cache.match(
        isQuestion ? `${questions}health` : request, {ignoreSearch: request.mode === 'navigate'}))
        .catch(() => undefined);
    // Questions go to the server; without a network the file v1/health says that there is none.
    if (isQuestion)
        return fetch(request).catch(() => kept ?? Response.error());
    return kept ?? fetch(request).catch(() => request.mode !== 'navigate' ? Response.error()
        : new Response('This part needs a network. Go back: the board works without one.'));
}
