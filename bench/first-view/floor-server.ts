import { brotliCompressSync } from 'node:zlib'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import type { PublicRoute } from './floors.ts'

/** Returns a worker that answers each page from its cache and caches every picture. */
const worker = (paths: readonly string[]) => `
const pages = ${JSON.stringify(paths)}
self.addEventListener('install', (event) => {
  event.waitUntil(caches.open('pages').then((kept) => kept.addAll(pages)).then(() => self.skipWaiting()))
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate') {
    const { pathname } = new URL(request.url)
    if (pages.includes(pathname)) event.respondWith(caches.match(pathname))
  } else if (request.destination === 'image') {
    event.respondWith(caches.open('pictures').then(async (kept) => {
      const found = await kept.match(request)
      if (found) return found
      const reply = await fetch(request)
      event.waitUntil(kept.put(request, reply.clone()))
      return reply
    }))
  }
})`

/** Page that registers the worker. It is the only page with a script and is never measured. */
export const registerPath = '/register-worker'
const register = `<!doctype html><title>Worker</title><script>navigator.serviceWorker.register('/worker.js')</script>`

export interface FloorServer {
  origin: string
  close: () => Promise<void>
}

interface CachedAnswer {
  type: string
  cacheControl: string
  bytes: Buffer
}

/** Serves the hand-written pages with the same compression as the app's; their pictures come from the server at `origin`. */
export async function startFloorServer(routes: readonly PublicRoute[], origin: string): Promise<FloorServer> {
  const app = Fastify()
  const text = (path: string, type: string, body: string) => {
    const bytes = brotliCompressSync(body)
    app.get(path, (_, reply) =>
      reply
        .header('content-type', `${type}; charset=utf-8`)
        .header('content-encoding', 'br')
        .header('cache-control', 'no-cache')
        .send(bytes),
    )
  }
  for (const { path, floor } of routes) text(path, 'text/html', floor)
  text(registerPath, 'text/html', register)
  text('/worker.js', 'text/javascript', worker(routes.map(({ path }) => path)))
  const kept = new Map<string, CachedAnswer>()
  app.get('*', async ({ url }, reply) => {
    let picture = kept.get(url)
    if (!picture) {
      const found = await fetch(origin + url)
      if (!found.ok) return reply.code(found.status).send()
      picture = {
        type: found.headers.get('content-type') ?? '',
        cacheControl: found.headers.get('cache-control') ?? '',
        bytes: Buffer.from(await found.arrayBuffer()),
      }
      kept.set(url, picture)
    }
    return reply
      .header('content-type', picture.type)
      .header('cache-control', picture.cacheControl)
      .send(picture.bytes)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => app.close() }
}
