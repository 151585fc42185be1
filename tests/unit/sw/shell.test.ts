import { expect, test } from 'vitest'
import { createShell } from '../../../sw/shell.ts'
import type { ShellFile } from '../../../sw/shell.ts'

const origin = 'http://phone.test'

/** A phone's cache, and a server whose files a test can change, break or remove. */
function world() {
  const store = new Map<string, Response>()
  const served = new Map<string, string>()
  const asked: string[] = []
  let lists = 0
  const cache = {
    match: (key: string) => Promise.resolve(store.get(key)?.clone()),
    put: (key: string, reply: Response) => Promise.resolve(void store.set(key, reply)),
    delete: (request: Request) => Promise.resolve(store.delete(request.url)),
    keys: () => Promise.resolve([...store.keys()].map((url) => ({ url }))),
  }
  const caches = { open: () => Promise.resolve(cache) } as unknown as CacheStorage
  const network = (request: Request | string) => {
    const { pathname } = new URL(typeof request === 'string' ? request : request.url)
    asked.push(pathname)
    const body = served.get(pathname)
    return Promise.resolve(new Response(body ?? 'gone', { status: body === undefined ? 404 : 200 }))
  }
  return {
    store,
    served,
    asked,
    /** Restarts the same worker. */
    again: () => createShell(`assets/shell-${lists}.json`, { caches, origin, network }),
    version(files: ShellFile[]) {
      const list = `assets/shell-${++lists}.json`
      served.set(`/${list}`, JSON.stringify(files))
      return createShell(list, { caches, origin, network })
    },
  }
}
const page = (revision: string): ShellFile => ({ url: 'index.html', revision })
const code = (name: string): ShellFile => ({ url: `assets/${name}.js`, revision: null })

test('Once installed the app’s files come from the phone alone [R-PWA-16]', async () => {
  const w = world()
  w.served.set('/index.html', 'page 1').set('/assets/a.js', 'a')
  const shell = w.version([page('1'), code('a')])
  await shell.fill()
  w.served.clear()
  expect(await (await shell.answer('/index.html')).text()).toBe('page 1')
  expect(await (await shell.answer('/assets/a.js')).text()).toBe('a')
  expect(shell.has('/assets/a.js')).toBe(true)
  expect(shell.has('/api/v1/cars/get-car-list')).toBe(false)
  expect(w.asked.length).toBe(3)
})

test('A version with a file that cannot be had does not install [R-PWA-16]', async () => {
  const w = world()
  w.served.set('/index.html', 'page 1')
  await expect(w.version([page('1'), code('a')]).fill()).rejects.toThrow('/assets/a.js')
})

test('A waiting version leaves the old one whole and fetches only what changed [R-PWA-16 R-PWA-19]', async () => {
  const w = world()
  w.served.set('/index.html', 'page 1').set('/assets/a.js', 'a').set('/assets/old.js', 'old')
  const first = w.version([page('1'), code('a'), code('old')])
  await first.fill()
  w.asked.length = 0
  w.served.set('/index.html', 'page 2').set('/assets/new.js', 'new')
  const second = w.version([page('2'), code('a'), code('new')])
  await second.fill()
  expect(w.asked.toSorted()).toEqual(['/assets/new.js', '/assets/shell-2.json', '/index.html'])
  expect(await (await first.answer('/index.html')).text()).toBe('page 1')
  expect(await (await first.answer('/assets/old.js')).text()).toBe('old')
  await second.sweep()
  expect(await (await second.answer('/index.html')).text()).toBe('page 2')
  expect([...w.store.keys()].some((key) => key.includes('old'))).toBe(false)
})

test('A file the browser evicted is put back when there is a network [R-PWA-16]', async () => {
  const w = world()
  w.served.set('/index.html', 'page 1')
  const shell = w.version([page('1')])
  await shell.fill()
  w.store.clear()
  expect(await (await shell.answer('/index.html')).text()).toBe('page 1')
  w.served.clear()
  expect(await (await shell.answer('/index.html')).text()).toBe('page 1')
})

test('A restarted worker knows its files, or asks the network for a missing list [R-PWA-16]', async () => {
  const w = world()
  w.served.set('/index.html', 'page 1')
  await w.version([page('1')]).fill()
  w.served.clear()
  const woken = w.again()
  expect(await (await woken.answer('/index.html')).text()).toBe('page 1')
  w.store.clear()
  await expect(w.again().answer('/index.html')).rejects.toThrow('/assets/shell-1.json')
  w.served.set('/assets/shell-1.json', '[]').set('/index.html', 'page 2')
  expect((await woken.answer('/assets/other.js')).status).toBe(404)
})
