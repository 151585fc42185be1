import type { Page } from 'playwright-core'
import { favouritesOf } from '../support/people.ts'
import type { Person } from '../support/people.ts'
import {
  heartsOn,
  onDisk,
  outboxOnDisk,
  press,
  whatIsKept,
  whoIsIn,
  type Row,
} from '../support/phone/inside.ts'
import { userPartition } from '../../src/local/database/schema.ts'
import { heartKey } from './ledger.ts'
import { names } from './history.ts'
import type { Name } from './history.ts'
import type { Story } from './phone.ts'
import type { World } from './world.ts'

/** Milliseconds within which the phone must send everything after all faults have ended. */
const patience = 120_000
const pause = () => new Promise((next) => setTimeout(next, 60))
const open = (row: Row) => row.state !== 'done'

async function poll(what: string, limit: number, holds: () => Promise<string | undefined>): Promise<void> {
  const end = performance.now() + limit
  let why: string | undefined = 'never looked'
  while (performance.now() < end) {
    why = await holds()
    if (why === undefined) return
    await pause()
  }
  throw new Error(`${what}: ${why}`)
}

/** Whether `other` is a later heart of the same person for the same car; an enquiry about that car does not count. */
const isNewerHeart = (other: Row, row: Row): boolean =>
  row.kind === 'fav.set' &&
  other.kind === 'fav.set' &&
  other.partition === row.partition &&
  other.payload.carId === row.payload.carId &&
  other.seq > row.seq

function pageOf(story: Story): Page {
  const page = story.awake()
  if (!page) throw new Error('No tab of the phone runs.')
  return page
}

/** I10: after the faults, the phone sends everything; a refused item is sent once its person retries. */
export async function everythingLeaves(world: World, story: Story): Promise<void> {
  const page = pageOf(story)
  const owner = new Map(names.map((name) => [userPartition(world.people[name].user.id), name]))
  const again = async (row: Row, rows: readonly Row[]) => {
    const moot = rows.some((other) => isNewerHeart(other, row))
    await press(page, moot ? { takeBack: row.id } : { again: row.id })
  }
  await poll('I10 not everything left', patience, async () => {
    const rows = await outboxOnDisk(page)
    const waiting = rows.filter(open)
    if (waiting.length === 0) return undefined
    const who = await whoIsIn(page)
    const here = waiting.filter((row) => {
      const name = owner.get(row.partition)
      return name === undefined || world.people[name].user.id === who
    })
    // Each person with waiting items signs in again, one after the other.
    const [first] = waiting.map((row) => owner.get(row.partition)).filter((name) => name !== undefined)
    if (here.length === 0 && first) await story.signIn(first)
    for (const row of here) if (row.state !== 'sending' && row.state !== 'queued') await again(row, rows)
    await press(page, { now: true })
    return JSON.stringify(waiting)
  })
}

/** I1, I2 and I5: a saved item has one effect and its receipt; an item that was not reported as saved has at most one effect. */
export async function eachOnce(world: World, story: Story, tag: string): Promise<string[]> {
  const page = pageOf(story)
  const receipts = new Set((await outboxOnDisk(page)).map((row) => row.id))
  const { data } = await world.dealer.call<{ data: { message: string }[] }>(
    'users/enquiry/my-cars-enquiry-list',
    { page: 1, limit: 100 },
  )
  const texts = data.map((enquiry) => enquiry.message).filter((text) => text.includes(tag))
  const broken: string[] = []
  for (const [text, { id, saved }] of story.ledger.enquiries) {
    const count = texts.filter((other) => other === text).length
    if (saved === 'yes' && count !== 1) broken.push(`I1/I2 saved and there ${count} times: ${text}`)
    if (saved === 'perhaps' && count > 1) broken.push(`I2 there ${count} times: ${text}`)
    if (saved === 'no' && count > 0) broken.push(`I12 not called saved and yet there: ${text}`)
    if (saved === 'yes' && id !== '' && !receipts.has(id)) broken.push(`I5 no receipt of ${text}`)
  }
  const unknown = texts.filter((text) => !story.ledger.enquiries.has(text))
  return [...broken, ...unknown.map((text) => `I2 nobody wrote ${text}`)]
}

/** I4 and I7: each person's hearts equal that person's last wishes. */
export async function lastWishesHold(
  story: Story,
  person: Person,
  before: ReadonlySet<string>,
): Promise<string[]> {
  const now = new Set(await favouritesOf(person))
  const { id, email } = person.user
  const cars = new Set([...before, ...now, ...story.cars.map((car) => car._id)])
  const broken: string[] = []
  for (const car of cars) {
    const last = story.ledger.hearts.get(heartKey(id, car))
    const want = last?.want ?? before.has(car)
    if (want !== 'either' && want !== now.has(car))
      broken.push(
        `I4/I7 ${email} wanted ${car} ${want ? 'on' : 'off'} and it is not (${last ? 'wished' : 'never touched'})`,
      )
  }
  return broken
}

/** I6: a key never occurs with two payloads. */
export function keysKeepTheirWords(world: World): string[] {
  const bodies = new Map<string, string>()
  const broken: string[] = []
  for (const { headers, body, path } of world.proxy.seen('POST', /^\/api\//)) {
    const key = headers['idempotency-key']
    if (typeof key !== 'string') continue
    const words = `${path} ${body}`
    const known = bodies.get(key)
    if (known !== undefined && known !== words) broken.push(`I6 ${key} carried ${known} and ${words}`)
    bodies.set(key, words)
  }
  return broken
}

/** I18 at the end: every new tab shows the data of the server. */
export async function screensAgree(world: World, story: Story): Promise<void> {
  const who = await whoIsIn(pageOf(story))
  const person = names.map((name: Name) => world.people[name]).find(({ user }) => user.id === who)
  if (!person) return
  const truth = (await favouritesOf(person)).sort().join()
  const cars = [...world.bySlug.values()]
  for (const tab of story.tabs()) {
    await tab.reload({ waitUntil: 'domcontentloaded', timeout: 60_000 })
    await poll('I18 a tab shows something else', 60_000, async () => {
      const shown = (await heartsOn(tab, cars)).sort().join()
      return shown === truth ? undefined : `${shown} instead of ${truth}`
    })
  }
}

/** Returns the details for the analysis of a failure: what the app reported, the rows on the phone, and the requests. */
export async function whatHappened(world: World, story: Story): Promise<string[]> {
  const page = pageOf(story)
  const { enquiries, hearts } = story.ledger
  const rows = await outboxOnDisk(page)
  const notes = await onDisk<{ k: string; v: unknown }>(page, 'meta')
  const sent = world.proxy.seen('POST', /^\/api\/(cars\/like-dislike-car|users\/send\/)/)
  return [
    `at ${page.url()} as ${await whoIsIn(page)}: ${await whatIsKept(page)}`,
    ...[...enquiries].map(
      ([text, { id, who, saved }]) => `wrote ${text} as ${id} by ${who}, saved: ${saved}`,
    ),
    ...[...hearts].map(([key, { id, want }]) => `wished ${key} ${want} as ${id}`),
    ...notes.map(({ partition, k, v }) => `noted ${partition} ${k} ${JSON.stringify(v)}`),
    ...rows.map(
      ({ id, partition, seq, kind, state, payload }) =>
        `kept ${partition} ${seq} ${id} ${kind} ${payload.carId} ${payload.want} ${state}`,
    ),
    ...sent.map(
      ({ at, body, headers, status }) =>
        `sent ${at.toFixed(0)} ${String(headers['idempotency-key'])} ${body}: ${status}`,
    ),
  ]
}
