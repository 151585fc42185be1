import { createLocalApp, type LocalApp } from '../../src/local/index.ts'
import { openRaw } from '../../src/local/database/raw.ts'
import type { EntityRow, OutboxItem, OwnTables } from '../../src/local/database/records.ts'
import { schemaVersion, guestPartition, userPartition } from '../../src/local/database/schema.ts'
import { accountKey, tokenKey } from '../../src/local/session/session.ts'
import { drainFromWorker } from '../../src/local/worker.ts'
import type { Fetch } from '../../src/local/platform/env.ts'
import type { User } from '#contract/users/users.ts'
import { IDBKeyRange } from 'fake-indexeddb'
import { newPhone, tabOf, type Phone } from '../unit/local/page.ts'
import type { RealServer } from './real-server.ts'

/** The fault of one request. */
export type Fault = 'ok' | 'requestLost' | 'answerLost' | 'twice' | 'late' | 'failure' | 'portal' | 'redirect'

export interface Tab {
  app: LocalApp
  fire: (type: string) => void
  close: () => void
}

/** A phone with tabs and a worker: the real engine on Dexie over fake-indexeddb, against the real server. */
export class TestPhone {
  readonly market: RealServer
  readonly phone: Phone = newPhone()
  tabs: Tab[] = []
  faults: Fault[] = []
  signal = true
  skew = 0
  private readonly late: (() => Promise<unknown>)[] = []

  private readonly address: string

  /** @param address of the phone; the server limits some calls by address. */
  constructor(market: RealServer, address: string) {
    this.market = market
    this.address = address
  }
  now = () => Date.now() + this.skew

  private async ask(url: string, init: RequestInit): Promise<Response> {
    const { app } = this.market.server
    const answer = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url,
      remoteAddress: this.address,
      headers: init.headers as Record<string, string>,
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value))
    return new Response(answer.statusCode === 204 ? null : answer.body, {
      status: answer.statusCode,
      headers,
    })
  }
  private http(life: { dead: boolean }): Fetch {
    const alive = async <T>(work: Promise<T>): Promise<T> => {
      const value = await work
      // A dead tab receives no response.
      return life.dead ? new Promise<T>(() => undefined) : value
    }
    const lost = (): never => {
      throw new TypeError('Failed to fetch')
    }
    return (url, init) =>
      alive(
        (async () => {
          const fault = this.signal ? (this.faults.shift() ?? 'ok') : 'requestLost'
          switch (fault) {
            case 'ok':
              return this.ask(url, init)
            case 'requestLost':
            case 'redirect':
              return lost()
            case 'answerLost':
              await this.ask(url, init)
              return lost()
            case 'twice':
              await this.ask(url, init)
              return this.ask(url, init)
            case 'late':
              this.late.push(() => this.ask(url, init))
              return lost()
            case 'failure':
              return new Response('{"success":false,"code":"internal","msg":"x"}', {
                status: 500,
                headers: { 'x-api': '1', 'content-type': 'application/json' },
              })
            case 'portal':
              return new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } })
          }
        })(),
      )
  }
  /** Delivers a delayed copy of a request. */
  async arrive(): Promise<void> {
    await this.late.shift()?.()
  }
  async arriveAll(): Promise<void> {
    while (this.late.length > 0) await this.arrive()
  }

  open(): Tab {
    const life = { dead: false }
    const { env, window } = tabOf(this.phone, { fetch: this.http(life), now: this.now })
    const app = createLocalApp(env)
    const stop = app.start()
    const tab: Tab = {
      app,
      fire: (type) => {
        window.fire(type)
      },
      close: () => {
        life.dead = true
        stop()
        app.engine.get()?.close()
        this.tabs = this.tabs.filter((one) => one !== tab)
      },
    }
    this.tabs.push(tab)
    return tab
  }
  tab(place: number): Tab {
    return this.tabs[place % Math.max(1, this.tabs.length)] ?? this.open()
  }
  async worker(): Promise<boolean> {
    const { env } = tabOf(this.phone, { fetch: this.http({ dead: false }), now: this.now })
    return drainFromWorker({ limit: 20_000 }, env)
  }
  /** Signs in, as a login page does; the tabs notice the change of the storage. */
  async signIn(user: User): Promise<void> {
    this.phone.lasting.setItem(tokenKey, await this.market.token(user))
    this.phone.lasting.setItem(accountKey, user.id)
    for (const tab of this.tabs) tab.fire('storage')
    await this.settled()
  }
  async signOut(): Promise<void> {
    await this.tab(0).app.account.signOut({ keep: true })
    for (const tab of this.tabs) tab.fire('storage')
    await this.settled()
  }
  async settled(): Promise<void> {
    for (const tab of this.tabs) await (await tab.app.load()).drained()
  }

  private async rows<N extends 'outbox' | 'entities'>(partition: string, table: N): Promise<OwnTables[N][]> {
    const store = await openRaw<OwnTables>(partition, {
      indexedDB: this.phone.indexedDB,
      keyRange: IDBKeyRange,
      version: schemaVersion,
      timers: {
        setTimeout: (work, ms) => setTimeout(work, ms),
        clearTimeout: (handle) => {
          clearTimeout(handle as NodeJS.Timeout)
        },
      },
    })
    if (!store) return []
    const rows = await store.transaction('read', [table], (tx) => tx.list(table))
    store.close()
    return rows
  }
  partitions(users: readonly User[]): string[] {
    const device = this.phone.lasting.getItem('motorkin-device') ?? ''
    return [guestPartition(device), ...users.map((user) => userPartition(user.id))]
  }
  async items(users: readonly User[]): Promise<OutboxItem[]> {
    const all = await Promise.all(this.partitions(users).map((one) => this.rows(one, 'outbox')))
    return all.flat()
  }
  entities(user: User): Promise<EntityRow[]> {
    return this.rows(userPartition(user.id), 'entities')
  }
  close(): void {
    for (const tab of this.tabs) tab.close()
  }
}
