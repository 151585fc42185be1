import { commandRegistry } from '#contract/commands.ts'
import type { OutboxItem } from '../../src/local/database/records.ts'
import { userPartition } from '../../src/local/database/schema.ts'
import { isOver, late } from './heal.ts'
import { alike, refusedWord, type Effect } from './server.ts'
import type { Intent } from './witness.ts'
import { partitions, people, type World } from './world.ts'

/** The laws that hold after every history, after all faults have stopped for long enough. */
interface Scene {
  world: World
  items: Map<string, OutboxItem>
  effectsOf: Map<string, Effect[]>
  wrong: string[]
}
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const sets = new Set(['carfeatures', 'images'])

export async function broken(world: World): Promise<string[]> {
  const items = new Map<string, OutboxItem>()
  for (const partition of partitions) for (const i of await world.items(partition)) items.set(i.id, i)
  const effectsOf = new Map<string, Effect[]>()
  for (const effect of world.server.effects) {
    effectsOf.set(effect.itemId, [...(effectsOf.get(effect.itemId) ?? []), effect])
  }
  const scene: Scene = { world, items, effectsOf, wrong: [...world.diary.broken] }
  nothingIsLost(scene)
  onceAndInOrder(scene)
  takenBackIsTakenBack(scene)
  keysAndNames(scene)
  nothingUnseenIsReplaced(scene)
  lastWordsCount(scene)
  await nothingWaits(scene)
  await theCacheIsTrue(scene)
  return scene.wrong
}

/** I1, I5 */
function nothingIsLost({ world, items, effectsOf, wrong }: Scene) {
  const { diary } = world
  for (const { id } of diary.intents) {
    const known = items.has(id) || effectsOf.has(id) || diary.done.has(id) || diary.gone.has(id)
    if (!known) wrong.push(`I1: ${id} is lost`)
  }
  for (const item of items.values()) {
    const { state, lastError, id, hold } = item
    if (state === 'rejected' && lastError === undefined) wrong.push(`I5: ${id} has no reason`)
    if (state === 'rejected' && hold !== undefined && hold !== 'plan')
      wrong.push(`I5: ${id} waits for ${hold}`)
    const mine = diary.intents.filter((intent) => intent.id === id)
    const expected = mine.length === 0 || mine.some((i) => i.refused) || diary.decided.has(id)
    if (state === 'rejected' && lastError?.code === 'validation_failed' && !expected) {
      wrong.push(`I16: ${id} was refused in a shape that the server should take`)
    }
    if (
      diary.rotten.has(id) &&
      !(isOver(item) && (state === 'done' || lastError?.code === 'corrupt_record'))
    ) {
      wrong.push(`I5: the damaged ${id} is ${state}`)
    }
    if (lastError?.code === 'corrupt_record' && !diary.rotten.has(id)) wrong.push(`I5: ${id} was whole`)
    if (lastError?.code === 'key_reused') wrong.push(`I6: ${id} met its key with other words`)
  }
}

/** I2, I3 */
function onceAndInOrder({ world, items, effectsOf, wrong }: Scene) {
  for (const [id, effects] of effectsOf) {
    if (id === '') continue
    const keys = new Set(effects.map((effect) => effect.key))
    if (keys.size < effects.length) wrong.push(`I2: a key of ${id} had two effects`)
    // When the server purges the key of a lost response, the phone may repeat a change that another device has undone.
    const again = world.diary.purged && effects.some(({ kind }) => commandRegistry[kind]?.editing)
    if (keys.size > 1 && !again) wrong.push(`I2: ${id} had ${effects.length} effects`)
  }
  for (const item of items.values()) {
    if (item.state !== 'done' || effectsOf.has(item.id)) continue
    if (!isMoot(world, item)) wrong.push(`I2: ${item.id} is done without effect`)
  }
  const places = new Map<string, number>()
  for (const { lane, partition, itemId } of world.server.effects) {
    const order = world.diary.order.get(itemId)
    if (order === undefined) continue
    const place = `${partition}/${lane}`
    if (order < (places.get(place) ?? 0)) wrong.push(`I3: ${place} went back to ${itemId}`)
    places.set(place, order)
  }
}

/** Whether the change was true before, or its thing no longer exists. */
function isMoot(world: World, item: OutboxItem): boolean {
  const thing = world.server.things.get(item.lane)
  const takes = item.kind === 'ad.delete' || item.kind === 'ad.image.delete'
  if (!thing || takes) return takes
  const { patch, want } = item.payload as { patch?: Record<string, unknown>; want?: string }
  const wanted = patch ?? (item.kind === 'ad.status' ? { status: want } : undefined)
  if (!wanted) return false
  // Another law checks the entries that were added to a set or removed from it.
  const so = (name: string, value: unknown, there: unknown) => sets.has(name) || alike(value, there)
  return thing.past.some((fields) =>
    Object.entries(wanted).every(([name, value]) => so(name, value, fields[name])),
  )
}

/** I8: a withdrawn item has no later effect; a withdrawn item that was never sent causes no request. */
function takenBackIsTakenBack({ world, wrong }: Scene) {
  const { server, diary } = world
  for (const [id, gone] of diary.gone) {
    // The server orders the hearts.
    const heart = diary.intents.some((intent) => intent.id === id && intent.kind === 'fav.set')
    const after = server.effects.findIndex((effect, at) => at >= gone.effects && effect.itemId === id)
    if (after >= 0 && !(heart && gone.by === 'newer wish'))
      wrong.push(`I8: ${id} went (${gone.by}) and had its effect`)
    const first = server.requests.findIndex((request) => request.item.id === id)
    if (first >= gone.requests) wrong.push(`I8: ${id} went (${gone.by}) and was sent`)
  }
}

/** I6, I7 */
function keysAndNames({ world, wrong }: Scene) {
  const met = new Map<string, string>()
  for (const { key, item, token, partition, path, raw } of world.server.requests) {
    const user = token?.split('#')[0]
    if (user !== undefined && userPartition(user) !== partition) wrong.push(`I7: ${item.id} went as ${user}`)
    const open = partition.startsWith('g_')
    if (open && token !== undefined) wrong.push(`I7: ${item.id} of a guest went with a login`)
    if (path.startsWith('sync/')) continue
    const words = `${path} ${raw}`
    if ((met.get(key) ?? words) !== words) wrong.push(`I6: ${key} met two payloads`)
    met.set(key, words)
  }
}

/** I9: a change replaces only values that its author saw, wrote or decided about. */
function nothingUnseenIsReplaced({ world, wrong }: Scene) {
  const own = new Map<string, unknown[]>()
  // A wish after a withdrawn or damaged wish has the same base as that wish.
  const { gone, rotten } = world.diary
  const taken = world.diary.intents.filter(({ id }) => gone.has(id) || rotten.has(id))
  const before = (place: string, name: string) =>
    taken
      .filter(({ partition, lane }) => `${partition}/${lane}` === place)
      .flatMap(({ id }) => world.diary.seen.get(id)?.get(name) ?? [])
  for (const { itemId, lane, partition, changes, kind } of world.server.effects) {
    if (itemId === '') continue
    const seen = world.diary.seen.get(itemId)
    for (const { name, from, to } of changes) {
      const place = `${partition}/${lane}/${name}`
      const written = own.get(place) ?? []
      const known = [...(seen?.get(name) ?? []), ...before(`${partition}/${lane}`, name), ...written]
      const entries = new Set(known.flatMap(listOf))
      const lost = listOf(from).filter((entry) => !listOf(to).includes(entry))
      const fine =
        kind === 'ad.image.delete' ||
        (sets.has(name)
          ? lost.every((entry) => entries.has(entry))
          : known.some((value) => alike(value, from)))
      if (!fine)
        wrong.push(`I9: ${itemId} replaced ${name} ${JSON.stringify(from)} with ${JSON.stringify(to)} unseen`)
      own.set(place, [...written, to])
    }
  }
}

/** I4, and I1 for every single field: the last value arrived, and remains unless another device changed the field later. */
function lastWordsCount(scene: Scene) {
  const { world, wrong } = scene
  const { server, diary } = world
  const last = new Map<string, Intent>()
  const hearts = new Map<string, boolean>()
  const undecided = new Set<string>()
  for (const intent of diary.intents) {
    const { partition, lane, kind, id } = intent
    if (kind === 'fav.set') {
      const user = people.find((one) => userPartition(one) === partition) ?? ''
      const place = `${user}/${lane.slice('fav:'.length)}`
      // After a withdrawal the wanted state is unknown.
      const taken = (diary.gone.get(id)?.by ?? 'newer wish') !== 'newer wish'
      const open = taken || place.endsWith(refusedWord) || diary.rotten.has(id)
      if (open) undecided.add(place)
      hearts.set(place, intent.says['on'] === 'yes')
      continue
    }
    for (const name of Object.keys(intent.says)) last.set(`${partition} ${lane} ${name}`, intent)
  }
  for (const [place, want] of hearts) {
    if (!undecided.has(place) && (server.favourites.get(place) ?? false) !== want) {
      wrong.push(`I4: ${place} should be ${String(want)}`)
    }
  }
  for (const [place, intent] of last) {
    const name = place.slice(place.lastIndexOf(' ') + 1)
    if (!isUndecided(scene, intent)) stands(scene, intent, name)
  }
}

/** Whether the item was refused, withdrawn, in conflict or behind such an item: then the right result is unknown. */
function isUndecided({ world, items }: Scene, { id, lane, refused }: Intent): boolean {
  const { diary, server } = world
  const item = items.get(id)
  const others = [...items.values()].filter((other) => other.lane === lane && other.state !== 'done')
  return (
    refused ||
    diary.gone.has(id) ||
    diary.decided.has(id) ||
    diary.rotten.has(id) ||
    others.length > 0 ||
    server.things.get(lane)?.gone === true ||
    item === undefined
  )
}

function stands({ world, wrong }: Scene, { id, lane, says, adds, takes }: Intent, name: string) {
  const thing = world.server.things.get(lane)
  const value = says[name]
  const past = (thing?.past ?? []).slice(1).map((fields) => fields[name])
  if (sets.has(name)) {
    for (const { entry } of adds) {
      if (!past.some((list) => listOf(list).includes(entry)))
        wrong.push(`I1: ${id} did not add ${String(entry)}`)
    }
    for (const { entry } of takes) {
      if (past.every((list) => listOf(list).includes(entry)))
        wrong.push(`I1: ${id} did not take ${String(entry)}`)
    }
    return
  }
  if (!past.some((one) => alike(one, value)))
    wrong.push(`I1: ${id} said ${name} ${String(value)}, and it never was`)
  const elsewhere = world.server.effects.some(
    (effect) =>
      effect.itemId === '' && effect.lane === lane && effect.changes.some((change) => change.name === name),
  )
  if (!elsewhere && !alike(thing?.fields[name], value))
    wrong.push(`I4: ${name} of ${lane} should be ${String(value)}`)
}

/** I10 */
async function nothingWaits({ world, wrong }: Scene) {
  for (const partition of partitions) {
    for (const { id, state, hold, cancel } of await late(world, partition)) {
      wrong.push(`I10: ${id} is still ${state} ${hold ?? ''}${cancel ? ' (taken back)' : ''}`)
    }
  }
}

/** I18 at rest: each base on the phone equals, field by field, what the server had at that version. */
async function theCacheIsTrue({ world, items, wrong }: Scene) {
  const { server, diary } = world
  const hadEffect = new Set(
    server.effects
      .filter(({ itemId }) => diary.gone.has(itemId))
      .map(({ partition, lane }) => `${partition}/${lane}`),
  )
  for (const partition of partitions) {
    const user = people.find((one) => userPartition(one) === partition) ?? ''
    const { rows, hearts } = await world
      .store(partition)
      .transaction('read', ['entities', 'favourites'], async (tx) => ({
        rows: await tx.list('entities'),
        hearts: await tx.list('favourites'),
      }))
    for (const row of rows) {
      const thing = server.things.get(row.k)
      if (!alike(thing?.past[row.version], row.fields))
        wrong.push(`I18: ${row.k} was never as the phone shows it`)
      if (row.gone && thing && !thing.gone) wrong.push(`I18: ${row.k} is not gone`)
    }
    for (const { carId, on } of hearts) {
      const open = [...items.values()].some((item) => item.lane === `fav:${carId}` && item.state !== 'done')
      const told = server.favourites.get(`${user}/${carId}`) ?? false
      // The item was withdrawn after the server had purged its key, yet it had its effect. The next list of favourites corrects
      // the phone.
      const forgotten = diary.purged && hadEffect.has(`${partition}/fav:${carId}`)
      if (!open && !forgotten && told !== on) wrong.push(`I18: the heart of ${carId} shows ${String(on)}`)
    }
  }
}
