import fc from 'fast-check'
import { broken, heal } from './laws.ts'
import { poisonCar, refusedCar } from './server.ts'
import { partitions, people, settleDown, World, type Mutant, type Outcome } from './world.ts'

/** Random histories: what people, tabs, the network and the server do to each other. */
export type Event =
  | { do: 'fav'; car: string; want: boolean }
  | { do: 'enquiry'; car: string }
  | { do: 'start'; context: number; partition: number }
  | { do: 'step'; place: number; times: number; outcome: Outcome }
  | { do: 'crash' | 'freeze' | 'thaw'; context: number }
  | { do: 'login'; user: number }
  | { do: 'logout' | 'expire' | 'purge' }
  | { do: 'skew'; context: number; by: number }
  | { do: 'wait'; ms: number }
  | { do: 'arrive' | 'takeBack' | 'tryAgain'; place: number }

const day = 86_400_000
const car = fc.constantFrom('c1', 'c2', 'c3', poisonCar, refusedCar)
const context = fc.nat(2)
const place = fc.nat(30)
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Outcome>('ok') },
  {
    weight: 7,
    arbitrary: fc.constantFrom<Outcome>(
      'requestLost',
      'answerLost',
      'twice',
      'later',
      'failure',
      'captive',
      'dies',
    ),
  },
)
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('fav' as const), car, want: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('enquiry' as const), car }) },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('start' as const),
      context,
      partition: fc.nat(partitions.length - 1),
    }),
  },
  {
    weight: 24,
    arbitrary: fc.record({
      do: fc.constant('step' as const),
      place,
      times: fc.integer({ min: 1, max: 8 }),
      outcome,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('crash', 'freeze', 'thaw'), context }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('login' as const), user: fc.nat(people.length - 1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('logout', 'expire', 'purge') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('skew' as const),
      context,
      by: fc.constantFrom(-9000 * day, -day, 0, day, 20 * day),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(100, 5000, 40_000, day) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('arrive', 'takeBack', 'tryAgain'), place }) },
)
export const histories = fc.array(event, { minLength: 5, maxLength: 60, size: 'max' })

async function happen(world: World, e: Event): Promise<void> {
  const who = 'context' in e ? world.contexts[e.context] : undefined
  switch (e.do) {
    case 'fav':
      return world.put('fav', e.car, e.want)
    case 'enquiry':
      return world.put('enquiry', e.car, true)
    case 'start':
      if (who) world.start(who, partitions[e.partition] ?? '')
      return settleDown()
    case 'step':
      for (let i = 0; i < e.times; i++) await world.step(e.place, e.outcome)
      return
    case 'crash':
      if (who) world.crash(who)
      return
    case 'freeze':
    case 'thaw':
      if (who) who.frozen = e.do === 'freeze'
      return
    case 'login':
      return world.login(people[e.user] ?? people[0])
    case 'logout':
      return world.logout()
    case 'expire':
      world.server.expireTokens()
      return
    case 'purge':
      world.server.purgeKeys()
      return
    case 'skew':
      if (who) who.skew = e.by
      return
    case 'wait':
      world.now += e.ms
      return
    case 'arrive':
      world.arrive(e.place)
      return
    case 'takeBack':
      return world.takeBack(e.place)
    case 'tryAgain':
      return world.tryAgain(e.place)
  }
}

/** Runs one history from a fresh phone with someone signed in; the laws it breaks. */
export async function live(history: readonly Event[], mutant?: Mutant): Promise<string[]> {
  const world = new World(mutant)
  await world.login(people[0])
  for (const e of history) await happen(world, e)
  await heal(world)
  return broken(world)
}
