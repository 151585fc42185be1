import type { AnyPayload } from '#contract/commands.ts'
import type { Versioned } from '#contract/errors.ts'
import type { OutboxItem } from '../../src/local/database/records.ts'
import { checkRecords, markGone, putEntity } from '../../src/local/outbox/command.ts'
import { hold, release, skipBackoff } from '../../src/local/outbox/item-actions.ts'
import { disputeOf, type Resolution } from '../../src/local/outbox/view.ts'
import { remove, resolve, revise, retry } from '../../src/local/outbox/decide.ts'
import { enqueue, type Wish } from '../../src/local/outbox/enqueue.ts'
import { userPartition } from '../../src/local/database/schema.ts'
import { books } from './books.ts'
import { poison, refusedWord } from './server.ts'
import { changeOf, openKinds, screen, wishOf, wordsOf, type Choice, type Wanted } from './wishes.ts'
import { sees } from './witness.ts'
import { partitions, type Context, type World } from './world.ts'

/** The acts of people: on this phone, and on another device. */

/** Records in the diary every item that disappears from the outbox during `work`. */
async function noting<T>(
  world: World,
  partition: string,
  by: 'person' | 'newer wish',
  work: () => Promise<T>,
) {
  const before = await world.items(partition)
  const { effects, requests } = {
    effects: world.server.effects.length,
    requests: world.server.requests.length,
  }
  const result = await work()
  const after = new Set((await world.items(partition)).map((item) => item.id))
  for (const item of before) {
    if (after.has(item.id)) continue
    const receipt = item.state === 'done'
    if (!receipt) world.diary.gone.set(item.id, { by, effects, requests })
  }
  return result
}

/** Makes a wish from the current screen and saves it. */
export async function put(world: World, tab: Context, choice: Choice): Promise<void> {
  const wanted = await wishOf(world, choice, tab.book)
  if (wanted) await save(world, tab, wanted)
}

/** Enqueues a wish in the outbox. Returns the id of its item. */
export async function save(world: World, tab: Context, wanted: Wanted): Promise<string | undefined> {
  const { kind, payload, base, says = {}, adds = [], takes = [] } = wanted
  const open = (openKinds as readonly string[]).includes(kind)
  if (!open && world.session === undefined) return undefined
  const partition = world.present()
  const shown = await screen(world, partition, tab.book)
  const id = `i${world.fresh()}`
  const wish = {
    id,
    kind,
    payload,
    now: world.now + tab.skew,
    appVersion: tab.book,
    ...(base ? { base } : {}),
  }
  const book = books[tab.book]
  const lane = book[kind]?.lane(payload as unknown as AnyPayload, id) ?? id
  const kept = await noting(world, partition, 'newer wish', () =>
    (world.mutant.enqueue ?? enqueue)(world.store(partition), wish as unknown as Wish, book),
  )
  const seen = base?.snapshot ?? shown.get(lane)?.fields ?? {}
  sees(world.diary, kept, Object.fromEntries(Object.keys(says).map((name) => [name, seen[name]])))
  world.diary.order.set(kept, world.fresh())
  const refused = JSON.stringify(payload).includes(`"${refusedWord}"`)
  world.diary.intents.push({ id: kept, partition, kind, lane, says, adds, takes, refused })
  // An `ad.delete` cancels an `ad.create` that was never sent: the outbox drops both items.
  if (kind === 'ad.delete' && !(await world.items(partition)).some((item) => item.lane === lane)) {
    if (!shown.get(lane)?.version) world.diary.gone.set(kept, gone(world))
  }
  return kept
}
const gone = ({ server }: World) => ({
  by: 'person' as const,
  effects: server.effects.length,
  requests: server.requests.length,
})

export async function login(world: World, user: string): Promise<void> {
  world.session = { token: world.server.issueToken(user), sub: user }
  await release(world.store(userPartition(user)), 'auth')
}
export async function logout(world: World): Promise<void> {
  const sub = world.session?.sub
  world.session = undefined
  if (sub !== undefined) await hold(world.store(userPartition(sub)), books.new)
}
export async function skipAllBackoff(world: World): Promise<void> {
  for (const partition of partitions) await skipBackoff(world.store(partition), world.now)
}
/** Starts another version of the app in a context. It releases the items that wait for an update. */
export async function upgrade(world: World, context: Context, book: 'old' | 'new'): Promise<void> {
  world.crash(context)
  context.book = book
  for (const partition of partitions) {
    await checkRecords(world.store(partition), world.now, books[book])
    await release(world.store(partition), 'upgrade')
  }
}

async function one(world: World, place: number, fits: (item: OutboxItem) => boolean) {
  const partition = world.present()
  const items = (await world.items(partition)).filter(fits)
  const item = items[place % Math.max(1, items.length)]
  return item && { partition, item, store: world.store(partition) }
}
const unfinished = (item: OutboxItem) => item.state !== 'done'

export async function takeBack(world: World, place: number): Promise<void> {
  const found = await one(world, place, unfinished)
  if (found) await withdraw(world, found.partition, found.item.id)
}
export function withdraw(world: World, partition: string, id: string) {
  const how = world.mutant.remove ?? remove
  return noting(world, partition, 'person', () => how(world.store(partition), id, books.new))
}
export async function tryAgain(world: World, place: number): Promise<void> {
  const found = await one(world, place, unfinished)
  if (found) await retry(found.store, found.item.id, world.now)
}
/** A person changes the words of an ad that the server refused, or that was not sent yet. */
export async function mend(world: World, place: number, value: number): Promise<void> {
  const found = await one(world, place, (item) => unfinished(item) && item.kind === 'ad.create')
  if (!found) return
  const { item, store } = found
  const payload = item.payload as unknown as { ad: Record<string, unknown> }
  // A damaged record has no words to change.
  if (typeof payload.ad !== 'object') return
  const says = { title: wordsOf(world, value) }
  const next = { ...payload, ad: { ...payload.ad, ...says } } as unknown as AnyPayload
  if (!(await revise(store, item.id, next, books.new))) return
  world.diary.rotten.delete(item.id)
  // The later items of the lane are based on the new words. Their authors also saw these words.
  const lane = books.new['ad.create']?.lane(next, item.id)
  for (const other of await world.items(found.partition)) {
    if (other.lane === lane && other.id !== item.id) sees(world.diary, other.id, says)
  }
  for (const intent of world.diary.intents) {
    if (intent.id !== item.id) continue
    intent.says = says
    intent.refused = says.title === refusedWord
  }
}

const ways = ['mine', 'theirs', 'values', 'draft', 'again'] as const
export async function decide(world: World, place: number, value: number): Promise<void> {
  const found = await one(world, place, (item) => item.state === 'conflict')
  if (!found) return
  const { item, store, partition } = found
  const dispute = disputeOf(item)
  const way = ways[value % ways.length] ?? 'mine'
  const names = dispute.fields.map((field) => field.name)
  const values = Object.fromEntries(names.map((name) => [name, wordsOf(world, value * 3 + 1)]))
  const how: Resolution = way === 'values' ? { how: way, values } : { how: way }
  // The dialog shows both versions.
  sees(world.diary, item.id, dispute.theirs)
  const newId = () => `i${world.fresh()}`
  const done = await noting(world, partition, 'person', () =>
    resolve(store, item.id, how, { now: world.now, newId, book: books.new }),
  )
  if (done) world.diary.decided.add(item.id)
}

/** Damages the payload of a queued item. */
export async function rot(world: World, place: number): Promise<void> {
  const found = await one(world, place, (item) => item.state === 'queued' && !item.sentEver)
  if (!found) return
  const { item, store } = found
  world.diary.rotten.add(item.id)
  const wound = place % 3 === 0 ? { nextAt: undefined } : { payload: 'x' }
  const damaged = { ...item, ...wound } as unknown as OutboxItem
  await store.transaction('write', ['outbox'], (tx) => tx.put('outbox', damaged))
}

/** Fills the plan of a user, or frees it. Delayed copies of requests arrive first: none is delayed that long. */
export function changePlan(world: World): void {
  while (world.onTheWay.length > 0) world.arrive(0)
  const user = world.session?.sub
  if (user === undefined) return
  if (!world.server.full.delete(user)) world.server.full.add(user)
}

// Another device changes a thing, and this phone learns of it.

export function elsewhere(world: World, place: number, value: number): void {
  const things = [...world.server.things].filter(([, thing]) => !thing.gone)
  const [lane, thing] = things[place % Math.max(1, things.length)] ?? []
  if (lane === undefined || !thing) return
  if (!lane.startsWith('car:')) {
    world.server.elsewhere(lane, { [['name', 'city'][value % 2] ?? 'name']: safe(world, value) })
    return
  }
  if (value % 11 === 10) world.server.elsewhere(lane, undefined)
  else if (value % 4 === 3) world.server.elsewhere(lane, { status: ['sold', 'active'][value % 2] })
  else
    world.server.elsewhere(
      lane,
      changeOf(world, thing.fields, value % 3 === 2 ? value : value % 2)?.says ?? {},
    )
}
const safe = (world: World, value: number) => {
  const words = wordsOf(world, value)
  return words === poison || words === refusedWord ? 'w0' : words
}

/** The server computes a response now; `hear` delivers it later. */
export function ask(world: World): void {
  const sub = world.session?.sub
  for (const [lane, thing] of world.server.things) {
    if (thing.owner !== sub) continue
    const { version, fields, gone: over } = thing
    world.answers.push({ partition: world.present(), lane, over, version, fields })
  }
}
export interface LateAnswer extends Versioned {
  partition: string
  lane: string
  over: boolean
}
/** Delivers one late response; responses arrive in any order. */
export async function hear(world: World, place: number): Promise<void> {
  const [answer] = world.answers.splice(place % Math.max(1, world.answers.length), 1)
  if (!answer) return
  const { partition, lane, over, version, fields } = answer
  await world.store(partition).transaction('write', ['entities'], async (tx) => {
    if (over) await markGone(tx, lane, world.now)
    else await putEntity(tx, lane, { version, fields }, world.now)
  })
}
export async function refresh(world: World): Promise<void> {
  ask(world)
  while (world.answers.length > 0) await hear(world, 0)
}
