import type { OutboxItem } from '../../src/local/database/records.ts'
import { retry } from '../../src/local/outbox/decide.ts'
import { retryAfterCap } from '../../src/local/outbox/sending/verdict.ts'
import { userPartition } from '../../src/local/database/schema.ts'
import { decide, hear, skipAllBackoff, login, upgrade } from './acts.ts'
import { guest, partitions, people, type World } from './world.ts'

/** All faults stop, and all delayed requests and responses arrive. */
const stuck = new Set<OutboxItem['state']>(['rejected', 'conflict', 'quarantine'])
export const isOver = (item: OutboxItem) => item.state === 'done' || (stuck.has(item.state) && !item.cancel)

/** Returns the unfinished items that wait only for time: no earlier item of their lane waits for a person. */
export async function late(world: World, partition: string): Promise<OutboxItem[]> {
  const waits = new Set<string>()
  const found: OutboxItem[] = []
  for (const item of await world.items(partition)) {
    if (item.state === 'done') continue
    if (isOver(item)) waits.add(item.lane)
    else if (!waits.has(item.lane)) found.push(item)
  }
  return found
}

/** People resolve some of the items that need a decision, and leave the others. */
async function decideSome(world: World): Promise<void> {
  for (let times = 0; times < 2; times++) {
    const [place, value] = [Math.floor(world.random() * 30), Math.floor(world.random() * 60)]
    if (world.random() < 0.6) await decide(world, place, value)
  }
}

async function confirmAll(world: World, partition: string): Promise<void> {
  for (const item of await world.items(partition)) {
    if (item.hold === 'confirm-old') await retry(world.store(partition), item.id, world.now)
  }
}

/** Ends all faults and runs everything to its end; frozen tabs stay frozen for five rounds. */
export async function heal(world: World): Promise<void> {
  world.server.poisonous = false
  world.server.busyUntil = 0
  const [first] = world.contexts
  // A person opens the app, in its newest version.
  if (world.contexts.every((context) => context.frozen)) world.crash(first)
  for (const context of world.contexts) if (!context.frozen) await upgrade(world, context, 'new')
  for (let round = 1; round <= 8; round++) {
    if (round === 6) await thaw(world)
    for (const user of people) {
      await login(world, user)
      for (const partition of [guest, userPartition(user)]) {
        if (round <= 3 && partition !== guest) await decideSome(world)
        if ((await late(world, partition)).length === 0 && world.pending().length === 0) continue
        // A decision in round 3 leaves two more rounds. Twice this time exceeds the longest `Retry-After` that the phone obeys,
        // on any clock.
        world.now += 0.55 * retryAfterCap
        await confirmAll(world, partition)
        await skipAllBackoff(world)
        for (const context of world.contexts) await world.start(context, partition)
        let steps = 0
        while (await world.step(0, 'ok')) if (++steps > 2000) throw new Error('I10: it never ends')
      }
    }
  }
  while (world.onTheWay.length > 0) world.arrive(0)
  while (world.answers.length > 0) await hear(world, 0)
}

async function thaw(world: World): Promise<void> {
  for (const partition of partitions) {
    for (const item of await late(world, partition)) {
      world.diary.broken.push(`I10: ${item.id} waits for a frozen tab`)
    }
  }
  for (const context of world.contexts) {
    if (context.frozen) context.book = 'new'
    context.frozen = false
  }
}
