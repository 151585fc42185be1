import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { createLocalApp, type LocalApp } from '../../../src/local/index.ts'
import { chatDraft } from '../../../src/local/react/chat-actions.ts'
import { sentMessages, shownMessages, type ShownMessage } from '../../../src/local/chat/shown.ts'
import { bareEnv, type Fetch } from '../../../src/local/platform/env.ts'
import { userPartition } from '../../../src/local/database/schema.ts'
import { accountKey, tokenKey } from '../../../src/local/session/session.ts'
import { events, storage } from '../../unit/local/page.ts'
import type { Fault } from './history.ts'
import { Life, PhoneChannels, PhoneLocks } from './life.ts'
import type { Watcher } from './watcher.ts'

/** Timers of the app of at least `long` milliseconds run `hurry` times faster; shorter timers allow for a busy machine. */
const [long, hurry] = [20_000, 20]

export interface Tab {
  app: LocalApp
  life: Life
  visible: boolean
  window: ReturnType<typeof events>
  document: ReturnType<typeof events>
}

/** A phone with tabs: the real engine with outbox and chats on fake-indexeddb, against the real server over HTTP. */
export class ChatPhone {
  tabs: Tab[] = []
  faults: Fault[] = []
  signal = true
  /** Whether timers run at normal speed. */
  calm = false
  /** The login that the server accepts; it refuses every other login. */
  token: string
  readonly me: string
  readonly other: string
  private readonly origin: string
  private readonly watcher: Watcher
  private readonly databases = new IDBFactory()
  private readonly lasting = storage()
  private readonly locks = new PhoneLocks()
  private readonly channels = new PhoneChannels()
  private readonly late: (() => Promise<unknown>)[] = []
  private cutter = new AbortController()
  private written = 0

  constructor(o: { origin: string; me: string; other: string; token: string; watcher: Watcher }) {
    this.origin = o.origin
    this.me = o.me
    this.other = o.other
    this.token = o.token
    this.watcher = o.watcher
    this.signIn(o.token)
  }

  private ask(life: Life, url: string, init: RequestInit): Promise<Response> {
    const given = (init.headers ?? {}) as Record<string, string>
    const login = given['authorization']
    if (login !== undefined && login !== `Bearer ${this.token}`)
      return Promise.resolve(refusal(401, 'token_expired'))
    const ends = [life.gone.signal, this.cutter.signal, ...(init.signal ? [init.signal] : [])]
    return fetch(this.origin + url, { ...init, signal: AbortSignal.any(ends) })
  }
  private http(life: Life): Fetch {
    const lost = () => Promise.reject(new TypeError('Failed to fetch'))
    const unhurried = async (url: string, init: RequestInit): Promise<Response> => {
      if (!this.signal) return lost()
      const fault = url.includes('/chat/') ? (this.faults.shift() ?? 'ok') : 'ok'
      const stream = (init.headers as Record<string, string>)['accept'] === 'text/event-stream'
      switch (fault) {
        case 'ok':
          return this.ask(life, url, init)
        case 'request lost':
          return lost()
        case 'answer lost':
          if (!stream) await (await this.ask(life, url, init)).text()
          return lost()
        case 'twice':
          if (!stream) await (await this.ask(life, url, init)).text()
          return this.ask(life, url, init)
        case 'late': {
          if (stream) return lost()
          const { signal: _signal, ...rest } = init
          // The delayed copy belongs to no tab, so it arrives even after its tab is killed.
          this.late.push(async () => (await this.ask(new Life(), url, rest)).text())
          return lost()
        }
        case 'slow':
          await new Promise((done) => setTimeout(done, 15))
          return this.ask(life, url, init)
        case 'failure':
          return refusal(500, 'internal')
        case 'portal':
          return new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } })
      }
    }
    return async (url, init) => {
      const answer = await life.through(unhurried(url, init))
      if (!answer.body) return answer
      // Each chunk waits until the tab runs.
      const pieces = answer.body.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          async transform(piece, to) {
            await life.runs()
            to.enqueue(piece)
          },
        }),
      )
      return new Response(pieces, { status: answer.status, headers: answer.headers })
    }
  }
  /** Delivers the delayed copies of requests. */
  async arriveAll(): Promise<void> {
    while (this.late.length > 0)
      await this.late
        .shift()?.()
        .catch(() => '')
  }

  open(): Tab {
    const life = new Life()
    const [window, document] = [events(), events()]
    const tab: Omit<Tab, 'app'> & { app?: LocalApp } = { life, window, document, visible: true }
    const env = bareEnv({
      fetch: this.http(life),
      localStorage: this.lasting,
      sessionStorage: storage(),
      window,
      document,
      isVisible: () => tab.visible,
      channel: this.channels.of(life),
      locks: this.locks.of(life),
      indexedDB: life.databases(this.databases),
      keyRange: IDBKeyRange,
      ...timersOf(life, () => (this.calm ? 1 : hurry)),
    })
    const app = createLocalApp(env)
    const opened: Tab = Object.assign(tab, { app })
    app.start()
    this.tabs.push(opened)
    this.watcher.watch(this, opened)
    void app.load().then(({ chat }) => chat.wake())
    return opened
  }
  /** Returns a running tab, or undefined when the tab is frozen. */
  awake(place: number): Tab | undefined {
    const tab = this.tabs[place % Math.max(1, this.tabs.length)] ?? this.open()
    return tab.life.frozen ? undefined : tab
  }
  kill(place: number): void {
    const tab = this.tabs[place]
    if (!tab) return
    tab.life.kill()
    this.locks.release(tab.life)
    this.tabs = this.tabs.filter((one) => one !== tab)
  }
  fire(type: string): void {
    for (const { window } of this.tabs) window.fire(type)
  }
  cut(told: boolean): void {
    this.cutter.abort()
    this.cutter = new AbortController()
    if (told) this.fire('offline')
  }
  /** Makes the server refuse the current login. */
  expire(): void {
    this.token = 'none'
  }
  signIn(token: string): void {
    this.token = token
    this.lasting.setItem(tokenKey, token)
    this.lasting.setItem(accountKey, this.me)
    this.fire('storage')
  }

  /** Returns the messages that a tab shows of the chat with the other person. */
  static shown({ app }: Tab, { me, other }: { me: string; other: string }): ShownMessage[] {
    const session = app.engine.get()?.chat.session.get()
    const { chats = [], live = false, asOf } = session?.view.get() ?? {}
    return shownMessages({
      me,
      chat: chats.find((chat) => chat.other === other),
      older: [],
      sent: sentMessages(app.views.get().outbox).get(other) ?? [],
      asOf: live ? asOf : undefined,
      pictures: new Map(),
    })
  }

  /** Types and sends a message as a person does; a saved message must arrive. */
  async write(tab: Tab): Promise<void> {
    const message = `${this.me} ${++this.written}`
    const engine = await tab.app.load()
    const payload = { receiver: this.other, message, timestamp: Date.now() }
    const result = await engine.put('chat.send', payload, undefined, [], { id: chatDraft(this.other) })
    if (!engine.durable) throw new Error('The databases of this phone do not open.')
    if (result.ok) this.watcher.owe(this, message)
  }
  /** Returns the unfinished messages in the outbox on disk. */
  async waiting(): Promise<string[]> {
    const { outbox } = await this.onDisk()
    return outbox.filter(({ state }) => state !== 'done').map(({ payload }) => payload.message)
  }
  /** Deletes a message from the outbox on disk, which no code of the app may do. */
  async rob(text: string): Promise<void> {
    await this.onDisk((row) => row.payload.message === text)
  }
  private async onDisk(remove?: (row: WaitingRow) => boolean): Promise<{ outbox: WaitingRow[] }> {
    const name = userPartition(this.me)
    if (!(await this.databases.databases()).some((one) => one.name === name)) return { outbox: [] }
    const db = await settled(this.databases.open(name))
    const table = db.transaction('outbox', remove ? 'readwrite' : 'readonly').objectStore('outbox')
    const rows = (await settled(table.getAll())) as WaitingRow[]
    const outbox = rows.filter(({ kind }) => kind === 'chat.send')
    for (const row of outbox) if (remove?.(row)) await settled(table.delete(row.id))
    db.close()
    return { outbox }
  }
  async read(tab: Tab): Promise<void> {
    const session = (await tab.app.load()).chat.session.get()
    if (!session) return
    this.watcher.saw(this, ChatPhone.shown(tab, this))
    session.markRead(this.other)
  }
  close(): void {
    for (const [place] of [...this.tabs.entries()].reverse()) this.kill(place)
    this.cutter.abort()
  }
}

interface WaitingRow {
  id: string
  kind: string
  state: string
  payload: { message: string }
}
const settled = <R>(request: IDBRequest<R>) =>
  new Promise<R>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'))
  })

const refusal = (status: number, code: string): Response =>
  new Response(JSON.stringify({ success: false, code, msg: code }), {
    status,
    headers: { 'content-type': 'application/json', 'x-api': '1' },
  })

/** Returns timers that stop while their tab is frozen, and that run faster by `pace`. */
function timersOf(life: Life, pace: () => number) {
  interface Handle {
    cleared: boolean
  }
  return {
    setTimeout: (work: () => void, ms: number): unknown => {
      const handle: Handle = { cleared: false }
      const due = async () => {
        await life.runs()
        if (!handle.cleared) work()
      }
      setTimeout(() => void due(), ms <= 1000 ? 0 : ms < long ? ms : ms / pace()).unref()
      return handle
    },
    clearTimeout: (handle: unknown) => {
      if (typeof handle === 'object' && handle !== null) Object.assign(handle, { cleared: true })
    },
  }
}
