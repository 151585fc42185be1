import type { BrowserContext, Page } from 'playwright-core'
import type { LocalApp } from '#local'
import { within } from '../browser.ts'

/**
 * Reaches the running app from inside its page, where clicks would only cost time, and reads its stored data. The app has no
 * code for this: its entry object is found in React's fiber tree.
 */
interface Inside {
  motorkin?: () => LocalApp | undefined
  /** Resolves to the app after hydration; `undefined` when there is none. */
  motorkinHere?: () => Promise<LocalApp | undefined>
}

/** Makes the app of every later page of this phone accessible. */
export async function lookInside(context: BrowserContext): Promise<void> {
  // Some compilers name inner functions with a helper that a page does not have.
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

/** Resolves when the app of this page runs; the default timeout is that of the phone. */
export async function running(page: Page, timeout?: number): Promise<void> {
  const runs = () => (window as unknown as Inside).motorkin?.() !== undefined
  await page.waitForFunction(runs, undefined, timeout === undefined ? {} : { timeout })
}

export type Wish =
  | { kind: 'fav.set'; car: string; on: boolean }
  | { kind: 'enquiry.send'; car: string; text: string }

export interface Said {
  ok: boolean
  /** Id of the outbox item; empty when the server took the write directly and there is no receipt. */
  id: string
  /** Id of the person who was signed in; empty for a guest, `changed` when that changed meanwhile. */
  who: string
}

/** Passes a write to the store as screens do, and returns whether it was reported as saved. */
export function wish(page: Page, given: Wish): Promise<Said> {
  const said = page.evaluate(async (given): Promise<Said> => {
    const local = await (window as unknown as Inside).motorkinHere?.()
    if (!local) return { ok: false, id: '', who: '' }
    const who = () => local.session.get().user?.id ?? ''
    const engine = await local.load()
    const before = who()
    // A guest has to sign in before a favourite is written.
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

/** Saves typed text as a form does; returns false when the phone could not. */
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

/** Signs in without the form; returns false when the server was unreachable or refused. */
export function signInInside(page: Page, credentials: { email: string; password: string }): Promise<boolean> {
  return page.evaluate(async (given) => {
    const local = await (window as unknown as Inside).motorkinHere?.()
    return (await local?.account.signIn(given, true))?.ok === true
  }, credentials)
}

/** Signs out; `keep: false` also deletes this person's data on the phone, like the button for it. */
export function signOutInside(page: Page, o: { keep: boolean } = { keep: true }): Promise<void> {
  return page.evaluate(async (o) => {
    await (await (window as unknown as Inside).motorkinHere?.())?.account.signOut(o)
  }, o)
}

/** Returns the id of the signed-in person on this page; empty for a guest. */
export function whoIsIn(page: Page): Promise<string> {
  return page.evaluate(
    async () => (await (window as unknown as Inside).motorkinHere?.())?.session.get().user?.id ?? '',
  )
}

/** Returns the id of the person whose data is open, also after their login expired; empty for a guest. */
export function accountOpen(page: Page): Promise<string> {
  return page.evaluate(
    async () => (await (window as unknown as Inside).motorkinHere?.())?.session.get().account ?? '',
  )
}

/** Returns the cars that every heart of this page shows as saved. */
export function heartsOn(page: Page, cars: readonly string[]): Promise<string[]> {
  return page.evaluate((cars) => {
    const favourites = (window as unknown as Inside).motorkin?.()?.views.get().favourites
    return cars.filter((car) => favourites?.wanted.get(car) ?? favourites?.base.has(car))
  }, cars)
}

/** Presses a button of the outbox screen: `now` sends everything, `again` and `takeBack` concern one item. */
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

/** Row of an outbox in IndexedDB. */
export interface Row {
  partition: string
  id: string
  kind: string
  state: string
  hold?: string
  payload: { carId?: string; want?: string; message?: string }
  seq: number
  /** Number of failed attempts because of the network. */
  netFails: number
  lastError?: { code: string; status: number }
}

/** Reads every outbox of this phone without the app. */
export const outboxOnDisk = (page: Page): Promise<Row[]> => onDisk<Row>(page, 'outbox')

/** Reads one table of all partitions of this phone without the app. */
export async function onDisk<T>(page: Page, table: string): Promise<(T & { partition: string })[]> {
  const tables = await tablesOnDisk(page, { of: '^[ug]_', table })
  return tables.flatMap(({ name, rows }) => (rows as T[]).map((row) => ({ ...row, partition: name })))
}

/** Reads tables of the databases whose name matches, without the app. Creates no database, and skips a deleted one. */
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

/** Returns the names of the phone's databases and the keys of its localStorage. */
export const whatIsKept = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    return [...databases.map(({ name }) => name), ...Object.keys(localStorage)].join(' ')
  })

interface Watched extends Window {
  seen?: string[]
}
/** Records every state of the heart on a car page from now on, also after reloads. */
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
/** Returns the states of the heart since the page load, without repetitions. */
export const heartStates = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as Watched).seen ?? [])
