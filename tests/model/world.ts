import { memoryStore } from '../../src/local/database/memory.ts'
import type { OutboxItem, OwnTables } from '../../src/local/database/records.ts'
import { ownSchema } from '../../src/local/database/schema.ts'
import type { Store, Tx } from '../../src/local/database/store.ts'
import { enqueue, type Wish } from '../../src/local/outbox/enqueue.ts'
import { hold, hurry, release, remove, retry } from '../../src/local/outbox/acts.ts'
import type { Heard } from '../../src/local/outbox/verdict.ts'
import { guestPartition, userPartition } from '../../src/local/session/partition.ts'
import { drainOnce, type Drain } from '../../src/local/sync/drain.ts'
import type { SendLock } from '../../src/local/sync/locks.ts'
import { ModelServer, type Request, type ServerRules } from './server.ts'

/**
 * A deterministic world: two tabs and a worker share the databases and the lock of one phone; a scheduler lets one
 * of them make one step at a time and decides what the network does to each request.
 */
export type Outcome = 'ok' | 'requestLost' | 'answerLost' | 'twice' | 'later' | 'failure' | 'captive' | 'dies'
export const people = ['ann', 'ben'] as const
export const guest = guestPartition('phone')
export const partitions = [guest, ...people.map(userPartition)]

/** Where a broken design can be put in place of the real one. */
export interface Mutant {
  rules?: Partial<ServerRules>
  drain?: (drain: Drain, context: Context, world: World) => Drain
  tx?: (tx: Tx<OwnTables>, context: Context) => Tx<OwnTables>
  enqueue?: (store: Store<OwnTables>, wish: Wish) => Promise<string>
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
  /** A new life after each crash; what an old one still does is lost. */
  life = 0
  /** For mutants. */
  memory: Record<string, number> = {}
  constructor(name: string) {
    this.name = name
  }
}
export interface Intent {
  id: string
  partition: string
  kind: 'fav' | 'enquiry'
  carId: string
  want: boolean
}
const never = new Promise<never>(() => undefined)
/** Lets everything that can go on go on. */
export const settleDown = () => new Promise<void>((resolve) => setImmediate(resolve))

export class World {
  readonly server: ModelServer
  readonly stores = new Map<string, Store<OwnTables>>()
  readonly contexts = [new Context('tab 1'), new Context('tab 2'), new Context('worker')]
  readonly intents: Intent[] = []
  readonly removed = new Map<string, boolean>()
  readonly superseded = new Set<string>()
  readonly broken: string[] = []
  readonly onTheWay: Request[] = []
  readonly mutant: Mutant
  private readonly locks = new Map<string, { context: Context; life: number }>()
  private readonly senders = new Map<string, Context>()
  session: { token: string; sub: string } | undefined
  now = 1_760_000_000_000
  private ids = 0
  private dice = 1

  constructor(mutant: Mutant = {}) {
    this.mutant = mutant
    this.server = new ModelServer({ natural: true, seqGuard: true, ...mutant.rules })
    for (const partition of partitions) this.stores.set(partition, memoryStore<OwnTables>(ownSchema))
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
  items = (partition: string) =>
    this.store(partition).transaction('read', ['outbox'], (tx) => tx.list('outbox', { index: 'seq' }))

  // What people do

  async put(kind: Intent['kind'], carId: string, want: boolean): Promise<void> {
    const sub = this.session?.sub
    if (kind === 'fav' && sub === undefined) return
    const partition = sub === undefined ? guest : userPartition(sub)
    const id = `i${++this.ids}`
    const rest = { id, now: this.now, appVersion: '1' }
    const before = await this.items(partition)
    const wish: Wish =
      kind === 'fav'
        ? { ...rest, kind: 'fav.set', payload: { carId, want: want ? 'yes' : 'no' } }
        : { ...rest, kind: 'enquiry.send', payload: enquiryFor(carId) }
    const kept = await (this.mutant.enqueue ?? enqueue)(this.store(partition), wish)
    const after = new Set((await this.items(partition)).map((i) => i.id))
    for (const item of before) if (!after.has(item.id)) this.superseded.add(item.id)
    this.intents.push({ id: kept, partition, kind, carId, want })
  }
  async login(user: string): Promise<void> {
    this.session = { token: this.server.issueToken(user), sub: user }
    await release(this.store(userPartition(user)), 'auth')
  }
  async logout(): Promise<void> {
    const sub = this.session?.sub
    this.session = undefined
    if (sub !== undefined) await hold(this.store(userPartition(sub)))
  }
  async takeBack(place: number): Promise<void> {
    const intent = this.intents[place % Math.max(1, this.intents.length)]
    if (!intent) return
    const item = (await this.items(intent.partition)).find((i) => i.id === intent.id)
    if (!item) return
    if ((await remove(this.store(intent.partition), intent.id)) === 'removed') {
      this.removed.set(intent.id, item.sentEver)
    }
  }
  async tryAgain(place: number): Promise<void> {
    const intent = this.intents[place % Math.max(1, this.intents.length)]
    if (intent) await retry(this.store(intent.partition), intent.id, this.now)
  }
  async hurryAll(): Promise<void> {
    for (const partition of partitions) await hurry(this.store(partition))
  }

  // What contexts do

  start(context: Context, partition: string): void {
    if (context.running || context.frozen) return
    context.running = true
    const life = context.life
    const drain = this.portsOf(context, partition)
    void drainOnce(this.mutant.drain?.(drain, context, this) ?? drain).then(
      () => {
        if (life === context.life) context.running = false
      },
      (error: unknown) => {
        this.broken.push(`${context.name} threw ${String(error)}`)
        context.running = false
      },
    )
  }
  pending(): { context: Context; gate: Gate }[] {
    return this.contexts
      .filter((c) => !c.frozen)
      .flatMap((context) => context.gates.map((gate) => ({ context, gate })))
  }
  async step(place: number, outcome: Outcome): Promise<boolean> {
    const pending = this.pending()
    const chosen = pending[place % Math.max(1, pending.length)]
    if (!chosen) return false
    chosen.context.gates = chosen.context.gates.filter((g) => g !== chosen.gate)
    chosen.gate.go(outcome)
    await settleDown()
    return true
  }
  crash(context: Context): void {
    context.life++
    context.gates = []
    context.running = false
    context.frozen = false
    for (const [name, holder] of this.locks) if (holder.context === context) this.locks.delete(name)
  }
  arrive(place: number): void {
    const [request] = this.onTheWay.splice(place % Math.max(1, this.onTheWay.length), 1)
    if (request) this.server.handle(request)
  }

  private gate(context: Context, what: Gate['what']): Promise<Outcome> {
    const life = context.life
    return new Promise((resolve) => {
      context.gates.push({
        what,
        go: (outcome) => {
          if (life === context.life) resolve(outcome)
        },
      })
    })
  }
  private async alive<T>(context: Context, life: number, value: T): Promise<T> {
    return life === context.life ? value : never
  }
  private portsOf(context: Context, partition: string): Drain {
    const life = context.life
    return {
      partition,
      store: this.watched(context, partition),
      lock: this.lockOf(context),
      token: () => this.alive(context, life, this.session),
      send: (item, { key, token }) =>
        this.send(context, { key, token, item, partition, device: `device of ${partition}` }),
      now: () => this.now + context.skew,
      random: this.random,
      log: () => undefined,
    }
  }
  private watched(context: Context, partition: string): Store<OwnTables> {
    const store = this.store(partition)
    return {
      transaction: async (mode, tables, work) => {
        const life = context.life
        await this.gate(context, 'step')
        const result = await store.transaction(mode, tables, (tx) => {
          const seen = this.witness(tx, context)
          return work(this.mutant.tx?.(seen, context) ?? seen)
        })
        return this.alive(context, life, result)
      },
      close: () => undefined,
    }
  }
  /** Fencing as a law of its own: nothing leaves `done`, and only who sends an item settles it (I17). */
  private witness(tx: Tx<OwnTables>, context: Context): Tx<OwnTables> {
    return {
      ...tx,
      put: async (table, row) => {
        if (table === 'outbox') {
          const item = row as OutboxItem
          const before = await tx.get('outbox', item.id)
          if (before?.state === 'done' && item.state !== 'done')
            this.broken.push(`I17: ${item.id} left "done"`)
          if (item.state === 'sending') this.senders.set(item.id, context)
          const mine = this.senders.get(item.id) === context
          if (before?.state === 'sending' && item.state !== 'queued' && !mine) {
            this.broken.push(`I17: ${context.name} settled what another sends`)
          }
        }
        await tx.put(table, row)
      },
    }
  }
  private lockOf(context: Context): SendLock {
    return {
      hold: async (name, steal, work) => {
        await this.gate(context, 'step')
        if (this.locks.has(name) && !steal) return undefined
        const mine = { context, life: context.life }
        this.locks.set(name, mine)
        const value = await work()
        if (this.locks.get(name) === mine) this.locks.delete(name)
        return { value }
      },
    }
  }
  private async send(context: Context, request: Request): Promise<Heard> {
    const life = context.life
    const outcome = await this.gate(context, 'send')
    const heard = this.network(outcome, request)
    if (outcome === 'dies') this.crash(context)
    return this.alive(context, life, heard)
  }
  private network(outcome: Outcome, request: Request): Heard {
    switch (outcome) {
      case 'ok':
        return this.server.handle(request)
      case 'requestLost':
        return silence('network')
      case 'captive':
        return silence('not_our_server')
      case 'answerLost':
      case 'dies':
        this.server.handle(request)
        return silence('network')
      case 'twice':
        this.server.handle(request)
        return this.server.handle(request)
      case 'later':
        // A copy stays in the network and arrives when nobody expects it.
        this.onTheWay.push(request)
        return silence('timeout')
      case 'failure':
        return { ok: false, status: 500, error: { code: 'internal' } }
    }
  }
}

const silence = (code: 'network' | 'timeout' | 'not_our_server'): Heard => ({
  ok: false,
  status: 0,
  error: { code },
})

const enquiryFor = (carId: string) => ({
  carId,
  carTitle: '',
  name: 'Ann',
  email: 'ann@example.com',
  countryCode: '+27',
  gsm: '1',
  message: 'Hello',
})
