import { carStatuses } from '#contract/limits.ts'
import type { Base } from '../../src/local/database/records.ts'
import { entitiesOf, type EntityView } from '../../src/local/outbox/view.ts'
import { books, type Book } from './books.ts'
import { poison, refusedWord } from './server.ts'
import type { Intent } from './witness.ts'
import type { World } from './world.ts'

/** The wishes of people, made from what their screen shows at that moment. */
export const openKinds = [
  'enquiry.send',
  'testdrive.book',
  'contact.send',
  'insurance.send',
  'newsletter.subscribe',
  'ad.report',
  'note.save',
] as const
export const ownKinds = [
  'fav.set',
  'ad.create',
  'ad.edit',
  'ad.status',
  'ad.delete',
  'ad.image.delete',
  'profile.edit',
  'chat.send',
  'testdrive.answer',
  'alert.set',
] as const
export type WishKind = (typeof openKinds)[number] | (typeof ownKinds)[number]
export const cars = ['c1', 'c2', 'c3', poison, refusedWord]

export interface Wanted {
  kind: WishKind
  payload: Record<string, unknown>
  base?: Base
  says?: Intent['says']
  adds?: Intent['adds']
  takes?: Intent['takes']
}
export interface Choice {
  kind: WishKind
  which: number
  value: number
}

/** Returns everything with a version, as the owner of the partition sees it. */
export async function screen(world: World, partition: string, book: Book): Promise<Map<string, EntityView>> {
  return world.store(partition).transaction('read', ['outbox', 'entities'], async (tx) => {
    return entitiesOf(await tx.list('entities'), await tx.list('outbox'), books[book])
  })
}
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Returns mostly new words; sometimes words that are already in use, or words that the server refuses. */
export function wordsOf(world: World, value: number): string {
  if (value % 13 === 12) return poison
  if (value % 13 === 11) return refusedWord
  return value % 3 === 0 ? `w${value % 2}` : `t${world.fresh()}`
}

type WishedChange = Pick<Wanted, 'says' | 'adds' | 'takes'>
/** Returns the change of a form, or undefined when the field did not change. */
function said(fields: EntityView['fields'], name: string, value: unknown): WishedChange | undefined {
  return value === fields[name] ? undefined : { says: { [name]: value } }
}

/** Returns one change of a thing with versions: the field and its new value. */
export function changeOf(
  world: World,
  fields: EntityView['fields'],
  value: number,
): WishedChange | undefined {
  const name = ['title', 'price', 'carfeatures'][value % 3] ?? 'title'
  if (name !== 'carfeatures') return said(fields, name, wordsOf(world, value))
  const old = listOf(fields[name])
  const [first] = old
  if (value % 2 === 0 && first !== undefined) {
    return { says: { [name]: old.filter((entry) => entry !== first) }, takes: [{ name, entry: first }] }
  }
  const entry = value % 5 === 0 ? 'f0' : `f${world.fresh()}`
  if (old.includes(entry)) return undefined
  return { says: { [name]: [...old, entry] }, adds: [{ name, entry }] }
}

/** Returns the thing of a wish and what its author sees: an open form shows the values from when it was opened. */
async function chosenCar(world: World, { which }: Choice, book: Book) {
  const partition = world.present()
  const seen = await screen(world, partition, book)
  const lanes = [...seen].filter(([lane, one]) => lane.startsWith('car:') && !one.deleted)
  const [lane, shown] = lanes[which % Math.max(1, lanes.length)] ?? []
  if (lane === undefined || !shown) return undefined
  return { adId: lane.slice('car:'.length), lane, shown, ...baseOf(world, partition, lane, shown) }
}
function baseOf(
  world: World,
  partition: string,
  lane: string,
  shown: EntityView,
): { fields: EntityView['fields']; base: Base } {
  const key = `${partition}/${lane}`
  const form = world.forms.get(key)
  world.forms.delete(key)
  const base = form ?? { version: shown.version ?? 0, snapshot: shown.fields }
  return { fields: base.snapshot, base }
}

/** A person opens a form: the later save is based on the values shown now. */
export async function look(world: World, which: number): Promise<void> {
  const partition = world.present()
  const seen = [...(await screen(world, partition, 'old'))].filter(([, one]) => !one.deleted)
  const [lane, shown] = seen[which % Math.max(1, seen.length)] ?? []
  if (lane === undefined || !shown) return
  world.forms.set(`${partition}/${lane}`, { version: shown.version ?? 0, snapshot: shown.fields })
}

/** Returns undefined when the screen does not offer the wish. */
export async function wishOf(world: World, choice: Choice, book: Book): Promise<Wanted | undefined> {
  const { kind, which, value } = choice
  const car = cars[which % cars.length] ?? 'c1'
  const words = wordsOf(world, value)
  const person = { fullname: 'Ann', email: 'ann@example.com' }
  switch (kind) {
    case 'fav.set':
      return heart(car, value % 2 === 0 ? 'yes' : 'no')
    case 'enquiry.send':
      return { kind, payload: { carId: car, carTitle: '', name: 'Ann', email: person.email, message: words } }
    case 'testdrive.book':
      return { kind, payload: { ...person, datetime: words } }
    case 'contact.send':
      return { kind, payload: { ...person, message: words, [book === 'new' ? 'topic' : 'subject']: 'Hello' } }
    case 'insurance.send':
      return { kind, payload: { phone: words } }
    case 'newsletter.subscribe':
      return { kind, payload: { EMAIL: words } }
    case 'ad.report':
      return { kind, payload: { car_id: car, reason: 'other', words, title: '' } }
    case 'note.save':
      return book === 'new' ? { kind, payload: { text: words } } : undefined
    case 'chat.send':
      return { kind, payload: { receiver: `r${which % 2}`, message: words, timestamp: 1 } }
    case 'testdrive.answer':
      return { kind, payload: { test_drive_id: `d${which % 2}`, answer: words, title: '' } }
    case 'alert.set':
      return { kind, payload: { model: `m${which % 2}`, want: value % 2 === 0 ? 'yes' : 'no' } }
    case 'ad.create': {
      const ad = {
        title: words,
        price: 'p',
        carfeatures: ['f0'],
        images: ['x.jpg', 'y.jpg'],
        status: 'active',
      }
      return {
        kind,
        payload: { adId: `n${world.fresh()}`, title: '', ad, imageIds: [] },
        says: { title: words },
      }
    }
    case 'profile.edit':
      return profile(world, value)
    case 'ad.edit':
    case 'ad.status':
    case 'ad.delete':
    case 'ad.image.delete':
      return aboutAnAd(world, choice, book)
  }
}

const heart = (carId: string, on: 'yes' | 'no'): Wanted => ({
  kind: 'fav.set',
  payload: { carId, want: on },
  says: { on },
})

async function profile(world: World, value: number): Promise<Wanted | undefined> {
  const partition = world.present()
  const uid = world.session?.sub ?? ''
  const shown = (await screen(world, partition, 'old')).get(`profile:${uid}`)
  if (!shown) return undefined
  const { fields, base } = baseOf(world, partition, `profile:${uid}`, shown)
  const change = said(fields, ['name', 'city'][value % 2] ?? 'name', wordsOf(world, value))
  return change && { kind: 'profile.edit', payload: { uid, patch: change.says }, base, ...change }
}

async function aboutAnAd(world: World, choice: Choice, book: Book): Promise<Wanted | undefined> {
  const { kind, value } = choice
  const chosen = await chosenCar(world, choice, book)
  if (!chosen) return undefined
  const { adId, fields, base } = chosen
  const about = { adId, title: '' }
  if (kind === 'ad.delete') return { kind, payload: about }
  if (kind === 'ad.status') {
    const want = carStatuses[value % carStatuses.length] ?? 'sold'
    const change = said(fields, 'status', want)
    return change && { kind, payload: { ...about, want }, base, ...change }
  }
  if (kind === 'ad.image.delete') {
    const [entry] = listOf(chosen.shown.fields['images'])
    if (typeof entry !== 'string') return undefined
    return { kind, payload: { ...about, imageUrl: entry }, takes: [{ name: 'images', entry }] }
  }
  const change = changeOf(world, fields, value)
  if (!change) return undefined
  // Some screens pass no base, and the outbox records the shown values itself.
  const noted = value % 4 === 3 ? {} : { base }
  return { kind, payload: { ...about, patch: change.says }, ...noted, ...change }
}
