import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { until, type Shared } from '../../support/browser.ts'
import type { Person } from '../../support/people.ts'
import type { OutboxEntry } from '../../../src/local/outbox/view.ts'
import type { Core } from './core-lab.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Returns the core as one script for a page. */
export async function coreScript(): Promise<string> {
  const made = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { dexie: here('../../../node_modules/dexie/dist/modern/dexie.mjs') } },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry: here('core-lab.ts'), formats: ['iife'], name: 'page' },
    },
    define: { 'process.env.NODE_ENV': '"production"' },
  })) as Rolldown.RolldownOutput[]
  const [chunk] = made.flatMap(({ output }) => output)
  if (chunk?.type !== 'chunk') throw new Error('The core was not built.')
  return chunk.code
}

type Asked<K extends keyof Core> = [method: K, ...of: Parameters<Core[K]>]
type Told<K extends keyof Core> = Awaited<ReturnType<Core[K]>>

/** A signed-in phone with the real core and no screens. */
export interface CorePhone {
  context: BrowserContext
  page: Page
  /** Calls the core on the page. */
  ask: <K extends keyof Core>(...of: Asked<K>) => Promise<Told<K>>
  entry: (id: string) => Promise<OutboxEntry | undefined>
  /** Waits until the item has this state, which includes the reason of a hold. */
  reaches: (id: string, state: string) => Promise<OutboxEntry>
  signal: (on: boolean) => Promise<void>
  /** Closes the page and starts the app again. */
  restart: (o?: Opened) => Promise<void>
}
export interface Opened {
  /** `next`: the next version of the app. */
  version?: 'now' | 'next'
  /** Milliseconds by which the phone's clock has advanced. */
  later?: number
}

export interface CorePhoneOptions {
  browser: Shared
  script: string
  origin: string
  person: Person
}

export async function openCorePhone({
  browser,
  script,
  origin,
  person,
}: CorePhoneOptions): Promise<CorePhone> {
  const context = await browser.phone({ serviceWorkers: 'block' })
  await context.addInitScript(
    ([token, id]) => {
      localStorage.setItem('authentication-token', token)
      localStorage.setItem('motorkin-account', id)
    },
    [person.token, person.user.id] as const,
  )
  const start = async ({ version = 'now', later = 0 }: Opened = {}) => {
    const page = await context.newPage()
    // This address of the server does not load the app, so nothing else uses the databases.
    await page.goto(`${origin}/healthz`)
    const clock = `{ const now = Date.now; Date.now = () => now() + ${later} }`
    await page.evaluate(`globalThis.coreVersion = '${version}'; ${clock} ${script}`)
    return page
  }
  const phone: CorePhone = {
    context,
    page: await start(),
    ask: <K extends keyof Core>(...[method, ...of]: Asked<K>) =>
      phone.page.evaluate(
        ([name, given]) => (globalThis.core[name] as (...of: unknown[]) => unknown)(...given),
        [method, of] as [K, unknown[]],
      ) as Promise<Told<K>>,
    entry: async (id) => (await phone.ask('shown')).outbox.find((entry) => entry.id === id),
    async reaches(id, state) {
      let found: OutboxEntry | undefined
      const stands = () => [found?.state, found?.hold].filter(Boolean).join(' ')
      try {
        await until(`the item is ${state}`, async () => {
          found = await phone.entry(id)
          return stands() === state
        })
      } catch (error) {
        throw new Error(`It is ${stands()}: ${JSON.stringify(found)}`, { cause: error })
      }
      if (!found) throw new Error('It is not there.')
      return found
    },
    signal: (on) => context.setOffline(!on),
    async restart(o) {
      await phone.page.close()
      phone.page = await start(o)
      await phone.ask('shown')
    },
  }
  return phone
}
