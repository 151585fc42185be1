import fc from '../support/property.ts'
import * as acts from './acts.ts'
import { heal } from './heal.ts'
import { broken } from './laws.ts'
import { outcomes, type Outcome } from './network.ts'
import { look, openKinds, ownKinds, type WishKind } from './wishes.ts'
import { partitions, people, World, type Mutant } from './world.ts'

/** Random histories: the acts of people, tabs, the network and the server. */
export type Event =
  | { do: 'wish'; tab: number; kind: WishKind; which: number; value: number }
  | { do: 'start'; context: number; partition: number }
  | { do: 'step'; place: number; times: number; outcome: Outcome }
  | { do: 'round'; context: number; faults: Outcome[] }
  | { do: 'crash' | 'freeze' | 'thaw'; context: number }
  | { do: 'upgrade'; context: number; book: 'old' | 'new' }
  | { do: 'login'; user: number }
  | { do: 'logout' | 'expire' | 'purge' | 'full' | 'ask' | 'throttle' }
  | { do: 'skew'; context: number; by: number }
  | { do: 'wait'; ms: number }
  | { do: 'arrive' | 'hear' | 'takeBack' | 'tryAgain' | 'look' | 'rot'; place: number }
  | { do: 'elsewhere' | 'mend' | 'decide'; place: number; value: number }
export type EventName = Event['do']

const day = 86_400_000
const context = fc.nat(2)
const place = fc.nat(30)
const value = fc.nat(60)

/** The events of a history: all of them, or those that concern one risk. */
export interface Theme {
  kinds?: readonly WishKind[]
  /** Weights of events that differ from the usual weights. */
  often?: Partial<Record<EventName, number>>
  outcomes?: readonly Outcome[]
}

const usual: Record<EventName, number> = {
  wish: 16,
  start: 10,
  step: 22,
  round: 6,
  crash: 1,
  freeze: 1,
  thaw: 1,
  upgrade: 2,
  login: 3,
  logout: 1,
  expire: 1,
  purge: 1,
  full: 1,
  ask: 2,
  throttle: 1,
  skew: 1,
  wait: 3,
  arrive: 2,
  hear: 3,
  takeBack: 3,
  tryAgain: 2,
  look: 2,
  rot: 1,
  elsewhere: 5,
  mend: 1,
  decide: 3,
}

function eventsOf(theme: Theme): fc.Arbitrary<Event> {
  const one = <D extends EventName>(name: D) => ({ do: fc.constant(name) })
  const kinds = theme.kinds ?? [...ownKinds, ...openKinds, 'ad.edit', 'ad.edit', 'fav.set']
  const { outcomes: faults = outcomes } = theme
  const outcome = fc.oneof(
    { weight: 6, arbitrary: fc.constant<Outcome>('ok') },
    { weight: 7, arbitrary: fc.constantFrom(...faults) },
  )
  const made: { [D in EventName]: fc.Arbitrary<Event> } = {
    wish: fc.record({
      ...one('wish'),
      tab: fc.nat(1),
      kind: fc.constantFrom(...kinds),
      which: fc.nat(9),
      value,
    }),
    start: fc.record({ ...one('start'), context, partition: fc.nat(partitions.length - 1) }),
    step: fc.record({ ...one('step'), place, times: fc.integer({ min: 1, max: 8 }), outcome }),
    round: fc.record({ ...one('round'), context, faults: fc.array(outcome, { maxLength: 4 }) }),
    crash: fc.record({ ...one('crash'), context }),
    freeze: fc.record({ ...one('freeze'), context }),
    thaw: fc.record({ ...one('thaw'), context }),
    upgrade: fc.record({ ...one('upgrade'), context, book: fc.constantFrom('old', 'new') }),
    login: fc.record({ ...one('login'), user: fc.nat(people.length - 1) }),
    logout: fc.record(one('logout')),
    expire: fc.record(one('expire')),
    purge: fc.record(one('purge')),
    full: fc.record(one('full')),
    ask: fc.record(one('ask')),
    throttle: fc.record(one('throttle')),
    skew: fc.record({ ...one('skew'), context, by: fc.constantFrom(-9000 * day, -day, 0, day, 20 * day) }),
    wait: fc.record({ ...one('wait'), ms: fc.constantFrom(100, 5000, 40_000, day) }),
    arrive: fc.record({ ...one('arrive'), place }),
    hear: fc.record({ ...one('hear'), place }),
    takeBack: fc.record({ ...one('takeBack'), place }),
    tryAgain: fc.record({ ...one('tryAgain'), place }),
    look: fc.record({ ...one('look'), place }),
    rot: fc.record({ ...one('rot'), place }),
    elsewhere: fc.record({ ...one('elsewhere'), place, value }),
    mend: fc.record({ ...one('mend'), place, value }),
    decide: fc.record({ ...one('decide'), place, value }),
  }
  const names = Object.keys(made) as EventName[]
  return fc.oneof(
    ...names.map((name) => ({ weight: theme.often?.[name] ?? usual[name], arbitrary: made[name] })),
  )
}
export const historiesOf = (theme: Theme = {}): fc.Arbitrary<Event[]> =>
  fc.array(eventsOf(theme), { minLength: 5, maxLength: 70, size: 'max' })

async function happen(world: World, e: Event): Promise<void> {
  const { server } = world
  const who = 'context' in e ? world.contexts[e.context] : 'tab' in e ? world.contexts[e.tab] : undefined
  switch (e.do) {
    case 'wish':
      return who && acts.put(world, who, e)
    case 'start':
      return who && world.start(who, partitions[e.partition] ?? '')
    case 'step':
      for (let i = 0; i < e.times; i++) await world.step(e.place, e.outcome)
      return
    case 'round':
      return who && world.round(who, world.present(), e.faults)
    case 'crash':
      return who && world.crash(who)
    case 'freeze':
    case 'thaw':
      if (who) who.frozen = e.do === 'freeze'
      return
    case 'upgrade':
      return who && acts.upgrade(world, who, e.book)
    case 'login':
      return acts.login(world, people[e.user] ?? people[0])
    case 'logout':
      return acts.logout(world)
    case 'expire':
      return server.expireTokens()
    case 'purge':
      world.diary.purged = true
      return server.purgeKeys()
    case 'full':
      return acts.changePlan(world)
    case 'throttle':
      server.busyUntil = world.now + 60_000
      return
    case 'skew':
      if (who) who.skew = e.by
      return
    case 'wait':
      world.now += e.ms
      return
    case 'arrive':
      return world.arrive(e.place)
    case 'ask':
      return acts.ask(world)
    case 'hear':
      return acts.hear(world, e.place)
    case 'look':
      return look(world, e.place)
    case 'takeBack':
      return acts.takeBack(world, e.place)
    case 'tryAgain':
      return acts.tryAgain(world, e.place)
    case 'rot':
      return acts.rot(world, e.place)
    case 'elsewhere':
      return acts.elsewhere(world, e.place, e.value)
    case 'mend':
      return acts.mend(world, e.place, e.value)
    case 'decide':
      return acts.decide(world, e.place, e.value)
  }
}

/** Returns a new phone on which Ann is signed in and has loaded her ad and profile. */
export async function newWorld(mutant?: Mutant): Promise<World> {
  const world = new World(mutant)
  for (const user of people) {
    const ad = {
      title: 't',
      price: 'p',
      carfeatures: ['f0', 'g'],
      images: ['a.jpg', 'b.jpg'],
      status: 'active',
    }
    world.server.found(`car:${user}s`, user, ad)
    world.server.found(`profile:${user}`, user, { name: user, city: 'X' })
    await acts.login(world, user)
    await acts.refresh(world)
  }
  await acts.login(world, people[0])
  return world
}
export async function play(world: World, history: readonly Event[]): Promise<void> {
  for (const e of history) await happen(world, e)
}
/** Runs one history. Returns the laws that it breaks. */
export async function live(history: readonly Event[], mutant?: Mutant): Promise<string[]> {
  const world = await newWorld(mutant)
  await play(world, history)
  await heal(world)
  return broken(world)
}
