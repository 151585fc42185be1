import type { BrowserContext, Page } from 'playwright-core'
import type { LocalApp } from '#local'
import { within } from '../browser.ts'

/**
 * Reaches the running app from inside its own page, where a click would add nothing but time, and reads what it has
 * written down. The app knows nothing of this: its front door is found through the tree that React keeps.
 */
interface Inside {
  motorkin?: () => LocalApp | undefined
  /** The app, as soon as it has taken over the page that the server drew; undefined where there is none. */
  motorkinHere?: () => Promise<LocalApp | undefined>
}

/** Every page of this phone can be asked for its app from now on. */
export async function lookInside(context: BrowserContext): Promise<void> {
  // Some compilers name inner functions by a helper that a page does not have.
  await context.addInitScript({ content: 'globalThis.__name ??= (f) => f' })
  await context.addInitScript(() => {
    interface Fiber {
      memoizedProps?: { local?: LocalApp } | null
      child?: Fiber
      stateNode?: { current?: Fiber }
    }
    const inside = window as unknown as Inside
    inside.motorkinHere = async () => {
      const since = performance.now()
      const drawn = () => document.getElementById('first-view') !== null
      while (!inside.motorkin?.() && drawn() && performance.now() - since < 20_000)
        await new Promise((resolve) => setTimeout(resolve, 20))
      return inside.motorkin?.()
    }
    inside.motorkin = () => {
      const root = document.getElementById('app')
      const key = Object.keys(root ?? {}).find((name) => name.startsWith('__reactContainer$'))
      const container = key === undefined ? undefined : (root as unknown as Record<string, Fiber>)[key]
      let fiber = container?.stateNode?.current
      while (fiber && !fiber.memoizedProps?.local) fiber = fiber.child
      return fiber?.memoizedProps?.local
    }
  })
}

/** Resolves once the app of this page runs; waits as long as its phone does for anything, unless told otherwise. */
export async function running(page: Page, timeout?: number): Promise<void> {
  const runs = () => (window as unknown as Inside).motorkin?.() !== undefined
  await page.waitForFunction(runs, undefined, timeout === undefined ? {} : { timeout })
}

export type Wish =
  | { kind: 'fav.set'; car: string; on: boolean }
  | { kind: 'enquiry.send'; car: string; text: string }

export interface Said {
  ok: boolean
  /** Empty when the phone kept no word of it: the server took it, and there is no receipt. */
  id: string
  /** Who was signed in when it was said; empty for a guest, `changed` when that changed meanwhile. */
  who: string
}

/** Hands a wish to the store as the screens do, and tells whether it was called saved. */
export function wish(page: Page, given: Wish): Promise<Said> {
  const said = page.evaluate(async (given): Promise<Said> => {
    const local = await (window as unknown as Inside).motorkinHere?.()
    if (!local) return { ok: false, id: '', who: '' }
    const who = () => local.session.get().user?.id ?? ''
    const engine = await local.load()
    const before = who()
    // A guest is asked to sign in before a heart becomes a wish.
    if (given.kind === 'fav.set' && before === '') return { ok: false, id: '', who: '' }
    const result = await (given.kind === 'fav.set'
      ? engine.put('fav.set', { carId: given.car, want: given.on ? 'yes' : 'no' })
      : engine.put('enquiry.send', {
          carId: given.car,
          carTitle: 'A car',
          name: 'Thandi Nkosi',
          email: 'thandi@example.test',
          countryCode: '+27',
          gsm: '821234567',
          message: given.text,
        }))
    return {
      ok: result.ok,
      id: result.ok && result.kept ? result.id : '',
      who: who() === before ? before : 'changed',
    }
  }, given)
  return within(60_000, `The store did not answer the wish ${given.kind}.`, said)
}

/** Keeps typed text as a form does; false when the phone could not. */
export function saveDraft(page: Page, key: string, text: string): Promise<boolean> {
  return page
    .evaluate(
      async ([key, text]) => {
        const engine = await (await (window as unknown as Inside).motorkinHere?.())?.load()
        return engine?.drafts.save(key, { text }).then(
          () => true,
          () => false,
        )
      },
      [key, text] as const,
    )
    .then((saved) => saved === true)
}

/** Signs in past the form; false when the server could not be reached or did not want to. */
export function signInInside(page: Page, credentials: { email: string; password: string }): Promise<boolean> {
  return page.evaluate(async (given) => {
    const local = await (window as unknown as Inside).motorkinHere?.()
    return (await local?.account.signIn(given, true))?.ok === true
  }, credentials)
}

/** `keep: false` as behind the button that deletes what this person has on the phone. */
export function signOutInside(page: Page, o: { keep: boolean } = { keep: true }): Promise<void> {
  return page.evaluate(async (o) => {
    await (await (window as unknown as Inside).motorkinHere?.())?.account.signOut(o)
  }, o)
}

/** Who is signed in, by this page; empty for a guest. */
export function whoIsIn(page: Page): Promise<string> {
  return page.evaluate(
    async () => (await (window as unknown as Inside).motorkinHere?.())?.session.get().user?.id ?? '',
  )
}

/** Whose data is open: also after their login ran out; empty for a guest. */
export function accountOpen(page: Page): Promise<string> {
  return page.evaluate(
    async () => (await (window as unknown as Inside).motorkinHere?.())?.session.get().account ?? '',
  )
}

/** The cars whose hearts are on, as every heart of this page shows them. */
export function heartsOn(page: Page, cars: readonly string[]): Promise<string[]> {
  return page.evaluate((cars) => {
    const favourites = (window as unknown as Inside).motorkin?.()?.views.get().favourites
    return cars.filter((car) => favourites?.wanted.get(car) ?? favourites?.base.has(car))
  }, cars)
}

/** The buttons of the outbox screen: `send now` for everything, `again` and `take back` for one thing. */
export function press(
  page: Page,
  button: { now: true } | { again: string } | { takeBack: string },
): Promise<void> {
  return page.evaluate(async (button) => {
    const local = await (window as unknown as Inside).motorkinHere?.()
    const engine = await local?.load()
    if ('now' in button) local?.kick('manual')
    else if ('again' in button) await engine?.retry(button.again)
    else await engine?.remove(button.takeBack)
  }, button)
}

/** One row of an outbox as it lies on the disk. */
export interface Row {
  partition: string
  id: string
  kind: string
  state: string
  hold?: string
  payload: { carId?: string; want?: string; message?: string }
  seq: number
  /** How often the network failed it. */
  netFails: number
  lastError?: { code: string; status: number }
}

/** Every outbox of this phone, read past the app. */
export const outboxOnDisk = (page: Page): Promise<Row[]> => onDisk<Row>(page, 'outbox')

/** One table of everybody who used this phone, read past the app. */
export async function onDisk<T>(page: Page, table: string): Promise<(T & { partition: string })[]> {
  const tables = await tablesOnDisk(page, { of: '^[ug]_', table })
  return tables.flatMap(({ name, rows }) => (rows as T[]).map((row) => ({ ...row, partition: name })))
}

/** Tables of the databases whose name fits, read past the app. One that goes meanwhile is none: reading makes nothing. */
export function tablesOnDisk(
  page: Page,
  given: { of: string; table?: string },
): Promise<{ name: string; table: string; rows: unknown[] }[]> {
  return page.evaluate(async ({ of, table: only }) => {
    const settled = <R>(request: IDBRequest<R>) =>
      new Promise<R>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'))
      })
    const found: { name: string; table: string; rows: unknown[] }[] = []
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined || !new RegExp(of).test(name)) continue
      const asked = indexedDB.open(name)
      let isNew = false
      asked.onupgradeneeded = () => {
        isNew = true
        asked.transaction?.abort()
      }
      const db = await settled(asked).catch((error: unknown) => {
        if (isNew) return undefined
        throw error
      })
      try {
        for (const table of only === undefined ? (db?.objectStoreNames ?? []) : db ? [only] : [])
          if (db)
            found.push({
              name,
              table,
              rows: await settled(db.transaction(table).objectStore(table).getAll()),
            })
      } finally {
        db?.close()
      }
    }
    return found
  }, given)
}

/** The names of what the phone keeps: its databases, and the keys beside them. */
export const whatIsKept = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    return [...databases.map(({ name }) => name), ...Object.keys(localStorage)].join(' ')
  })

interface Watched extends Window {
  seen?: string[]
}
/** Notes every state of the heart that fills a car's page from now on, through reloads as well. */
export async function watchHeart(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = []
    ;(window as Watched).seen = seen
    const look = () => {
      const now = document.querySelector('main button[aria-pressed]')?.getAttribute('aria-pressed')
      if (now && now !== seen.at(-1)) seen.push(now)
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
  })
}
/** The states it had since the page was loaded, each change once. */
export const heartStates = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as Watched).seen ?? [])
