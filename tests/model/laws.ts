import { userPartition } from '../../src/local/session/partition.ts'
import { refusedCar } from './server.ts'
import { guest, partitions, people, settleDown, type World } from './world.ts'

/** The laws that hold after every history, once faults have stopped for long enough. */

const finished = new Set(['done', 'rejected', 'conflict', 'quarantine'])

const unfinished = async (world: World) =>
  (await Promise.all(partitions.map(world.items))).flat().filter((item) => !finished.has(item.state))

/** Everything works again; tabs that are frozen stay so for five rounds. */
export async function heal(world: World): Promise<void> {
  world.server.poisonous = false
  const [first] = world.contexts
  // Someone opens the app.
  if (first && world.contexts.every((context) => context.frozen)) world.crash(first)
  for (let round = 1; round <= 8; round++) {
    if (round === 6) {
      for (const item of await unfinished(world)) world.broken.push(`I10: ${item.id} waits for a frozen tab`)
    }
    if (round === 6) for (const context of world.contexts) context.frozen = false
    for (const user of people) {
      await world.login(user)
      for (const partition of [guest, userPartition(user)]) {
        const open = (await world.items(partition)).some((item) => !finished.has(item.state))
        if (!open && world.pending().length === 0) continue
        world.now += 600_000
        await world.hurryAll()
        for (const context of world.contexts) world.start(context, partition)
        await settleDown()
        let steps = 0
        while (await world.step(0, 'ok')) if (++steps > 2000) throw new Error('I10: it never ends')
      }
    }
  }
  while (world.onTheWay.length > 0) world.arrive(0)
}

export async function broken(world: World): Promise<string[]> {
  const wrong = [...world.broken]
  const { server } = world
  const items = new Map((await Promise.all(partitions.map(world.items))).flat().map((i) => [i.id, i]))
  const effectsOf = (id: string) => server.effects.filter((e) => e.itemId === id)

  for (const intent of world.intents) {
    const { id } = intent
    const known =
      items.has(id) || effectsOf(id).length > 0 || world.removed.has(id) || world.superseded.has(id)
    if (!known) wrong.push(`I1: ${id} is lost`)
  }
  const once = new Set<string>()
  for (const { key } of server.effects) {
    if (once.has(key)) wrong.push(`I2: ${key} had two effects`)
    once.add(key)
  }
  for (const item of items.values()) {
    const count = effectsOf(item.id).length
    if (item.kind === 'enquiry.send' && count > 1) wrong.push(`I2: ${item.id} had ${count} effects`)
    if (item.state === 'done' && count === 0) wrong.push(`I2: ${item.id} is done without effect`)
  }
  const places = new Map<string, number>()
  for (const { lane, seq, partition } of server.effects) {
    const place = `${partition}/${lane}`
    if (seq < (places.get(place) ?? 0)) wrong.push(`I3: ${place} went back to ${seq}`)
    places.set(place, seq)
  }
  const last = new Map<string, boolean>()
  const undecided = new Set<string>()
  for (const { partition, carId, want, kind, id } of world.intents) {
    if (kind !== 'fav') continue
    const user = people.find((u) => userPartition(u) === partition) ?? ''
    const place = `${user}/${carId}`
    // A wish that was taken back leaves open what is wanted.
    if (world.removed.has(id) || carId === refusedCar) undecided.add(place)
    last.set(place, want)
  }
  for (const [place, want] of last) {
    if (!undecided.has(place) && (server.favourites.get(place) ?? false) !== want) {
      wrong.push(`I4: ${place} should be ${String(want)}`)
    }
  }
  for (const item of items.values()) {
    if (item.state === 'rejected' && item.lastError === undefined) wrong.push(`I5: ${item.id} has no reason`)
    if (!finished.has(item.state)) wrong.push(`I10: ${item.id} is still ${item.state} ${item.hold ?? ''}`)
  }
  const met = new Map<string, string>()
  for (const { key, item, token, partition } of server.requests) {
    const payload = JSON.stringify(item.payload)
    if ((met.get(key) ?? payload) !== payload) wrong.push(`I6: ${key} met two payloads`)
    met.set(key, payload)
    const user = token?.split('#')[0]
    if (user !== undefined && userPartition(user) !== partition) wrong.push(`I7: ${item.id} went as ${user}`)
    if (item.kind === 'enquiry.send' && token !== undefined) wrong.push(`I7: ${item.id} went with a login`)
    if (world.removed.get(item.id) === false) wrong.push(`I8: ${item.id} was taken back and sent`)
  }
  return wrong
}
