import { setImmediate } from 'node:timers/promises'
import type { Base, OutboxItem, OwnTables } from '../../src/local/database/records.ts'
import { ownSchema, guestPartition, userPartition } from '../../src/local/database/schema.ts'
import type { Store, Tx } from '../../src/local/database/store.ts'
import type { remove } from '../../src/local/outbox/decide.ts'
import type { enqueue } from '../../src/local/outbox/enqueue.ts'
import { createDeliver } from '../../src/local/sync/deliver.ts'
import { drainOnce, type Drain } from '../../src/local/sync/drain.ts'
import type { SendLock } from '../../src/local/sync/locks.ts'
import type { LateAnswer } from './acts.ts'
import { books, type Book } from './books.ts'
import { carry, requestOf, wireOf, type Outcome } from './network.ts'
import { ModelServer, sound, type Request, type ServerRules } from './server.ts'
import { frozenStore } from './frozen-store.ts'
import { witness, type Diary } from './witness.ts'

/**
 * A deterministic world: two tabs and a worker share the databases and the lock of one phone; a scheduler picks which of them
 * makes the next step and what the network does to each request.
 */
export const people = ['ann', 'ben'] as const
export const guest = guestPartition('phone')
export const partitions = [guest, ...people.map(userPartition)]

/** A broken design in place of the real one. */
export interface Mutant {
  rules?: Partial<ServerRules>
  drain?: (drain: Drain, context: Context, world: World) => Drain
  tx?: (tx: Tx<OwnTables>, context: Context, world: World) => Tx<OwnTables>
  enqueue?: typeof enqueue
  remove?: typeof remove
  frozenStore?: typeof frozenStore
}
interface Gate {
  what: 'step' | 'send'
  go: (outcome: Outcome) => void
}
export class Context {
  readonly name: string
  gates: Gate[] = []
  running = false
  frozen = false
  skew = 0
  /** Version of the app that this context runs. */
  book: Book = 'old'
  /** Number of crashes so far; the scheduler ignores the steps of an earlier life. */
  life = 0
  /** Called when the context reaches its next gate, or its end. */
  stopped: () => void = () => undefined
  /** Free state for mutants. */
  memory: Record<string, number> = {}
  constructor(name: string) {
    this.name = name
  }
}
interface Life {
  context: Context
  life: number
}
const never = new Promise<never>(() => undefined)

export class World {
  readonly server: ModelServer
  readonly stores = new Map<string, Store<OwnTables>>()
  readonly contexts: readonly [Context, Context, Context] = [
    new Context('tab 1'),
    new Context('tab 2'),
    new Context('worker'),
  ]
  readonly diary: Diary = {
    broken: [],
    intents: [],
    gone: new Map(),
    decided: new Set(),
    order: new Map(),
    rotten: new Set(),
    seen: new Map(),
    senders: new Map(),
    births: new Map(),
    done: new Set(),
    purged: false,
  }
  /** Copies of requests that the network delays, and responses that have not arrived yet. */
  readonly onTheWay: Request[] = []
  readonly answers: LateAnswer[] = []
  /** Values that each open form showed when it was opened. */
  readonly forms = new Map<string, Base>()
  readonly mutant: Mutant
  private readonly locks = new Map<string, Life>()
  session: { token: string; sub: string } | undefined
  now = 1_760_000_000_000
  private count = 0
  private dice = 1

  constructor(mutant: Mutant = {}) {
    this.mutant = mutant
    this.server = new ModelServer({ ...sound, ...mutant.rules }, () => this.now)
    for (const partition of partitions)
      this.stores.set(partition, (mutant.frozenStore ?? frozenStore)<OwnTables>(ownSchema))
  }
  store(partition: string): Store<OwnTables> {
    const store = this.stores.get(partition)
    if (!store) throw new Error(`No partition ${partition}`)
    return store
  }
  random = () => {
    this.dice = (Math.imul(this.dice, 1_103_515_245) + 12_345) & 0x7fffffff
    return this.dice / 0x80000000
  }
  fresh = () => ++this.count
  items = (partition: string) =>
    this.store(partition).transaction('read', ['outbox'], (tx) => tx.list('outbox', { index: 'seq' }))
  /** Returns the partition whose data the tabs show. */
  present = () => (this.session ? userPartition(this.session.sub) : guest)

  // Contexts

  /** Starts a round. Resolves when the round reaches its first gate. */
  async start(context: Context, partition: string): Promise<void> {
    if (context.running || context.frozen) return
    context.running = true
    const { life } = context
    const drain = this.portsOf(context, partition)
    const arrived = this.halt(context)
    const over = () => {
      if (life !== context.life) return
      context.running = false
      context.stopped()
    }
    drainOnce(this.mutant.drain?.(drain, context, this) ?? drain).then(over, (error: unknown) => {
      this.diary.broken.push(`${context.name} threw ${String(error)}`)
      over()
    })
    await arrived
  }
  pending(): { context: Context; gate: Gate }[] {
    return this.contexts.flatMap((context) =>
      context.frozen ? [] : context.gates.map((gate) => ({ context, gate })),
    )
  }
  async step(place: number, outcome: Outcome): Promise<boolean> {
    const pending = this.pending()
    const chosen = pending[place % Math.max(1, pending.length)]
    if (!chosen) return false
    const { context, gate } = chosen
    context.gates = context.gates.filter((g) => g !== gate)
    const arrived = this.halt(context)
    gate.go(outcome)
    // A context can do two things at a time, and its next gate may belong to the other one.
    await (context.gates.length > 0 ? setImmediate() : arrived)
    return true
  }
  /** Runs one step of one context. */
  async stepOf(context: Context, outcome: Outcome = 'ok'): Promise<boolean> {
    const place = this.pending().findIndex((pending) => pending.context === context)
    return place >= 0 && this.step(place, outcome)
  }
  /** Runs a whole round of one context while no other context runs; its requests get these outcomes in turn. */
  async round(context: Context, partition: string, faults: readonly Outcome[] = []): Promise<void> {
    const left = [...faults]
    await this.start(context, partition)
    for (let steps = 0; steps < 400; steps++) {
      const sends = context.gates[0]?.what === 'send'
      if (!(await this.stepOf(context, sends ? left.shift() : 'ok'))) return
    }
  }
  crash(context: Context): void {
    context.life++
    context.gates = []
    context.running = false
    context.frozen = false
    for (const [name, holder] of this.locks) if (holder.context === context) this.locks.delete(name)
    context.stopped()
  }
  /** Delivers a delayed copy of a request. */
  arrive(place: number): void {
    const [request] = this.onTheWay.splice(place % Math.max(1, this.onTheWay.length), 1)
    if (request) this.server.handle(request)
  }

  private halt(context: Context): Promise<void> {
    return new Promise((resolve) => {
      context.stopped = resolve
    })
  }
  /** Waits until the scheduler resumes this step; a step of an ended life never resumes. */
  private gate({ context, life }: Life, what: Gate['what']): Promise<Outcome> {
    if (life !== context.life) return never
    return new Promise((resolve) => {
      const go = (outcome: Outcome) => {
        if (life === context.life) resolve(outcome)
      }
      context.gates.push({ what, go })
      context.stopped()
    })
  }
  private portsOf(context: Context, partition: string): Drain {
    const mine: Life = { context, life: context.life }
    const book = books[context.book]
    const token = () =>
      this.session && userPartition(this.session.sub) === partition ? this.session.token : undefined
    let item: OutboxItem | undefined
    const deliver = createDeliver({
      http: wireOf((path, init) => this.fetch(mine, requestOf(path, init, { partition, item }))),
      device: `device of ${partition}`,
      renewed: () => {
        const newest = token()
        return Promise.resolve(newest === undefined ? { is: 'over' } : { is: 'new', token: newest })
      },
      book,
      drop: (dropped) => {
        if (this.session?.token === dropped) this.session = undefined
      },
    })
    return {
      partition,
      store: this.watched(mine, partition),
      lock: this.lockOf(mine),
      token: () => Promise.resolve(this.session),
      send: (chosen, o) => {
        item = chosen
        return deliver(chosen, o)
      },
      book,
      now: () => this.now + context.skew,
      random: this.random,
      log: () => undefined,
    }
  }
  private watched(mine: Life, partition: string): Store<OwnTables> {
    const store = this.store(partition)
    return {
      transaction: async (mode, tables, work) => {
        await this.gate(mine, 'step')
        return store.transaction(mode, tables, (tx) => {
          const seen = witness(tx, mine.context, this)
          return work(this.mutant.tx?.(seen, mine.context, this) ?? seen)
        })
      },
      close: () => undefined,
    }
  }
  private lockOf(mine: Life): SendLock {
    return {
      hold: async (name, steal, work) => {
        await this.gate(mine, 'step')
        if (this.locks.has(name) && !steal) return undefined
        const held = { ...mine }
        this.locks.set(name, held)
        const value = await work()
        if (this.locks.get(name) === held) this.locks.delete(name)
        return { value }
      },
    }
  }
  private async fetch(mine: Life, request: Request): Promise<Response> {
    const outcome = await this.gate(mine, 'send')
    if (outcome !== 'dies') return carry(this.server, outcome, request, this.onTheWay)
    this.server.handle(request)
    this.crash(mine.context)
    return never
  }
}
