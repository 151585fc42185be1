import type { ErrorCode } from '#contract/errors.ts'
import type { Fields } from '#contract/commands.ts'
import type { OutboxItem } from '../../src/local/database/records.ts'

/**
 * The server as the phone requires it: effect and key in one transaction, permanent natural keys, versions with a precondition,
 * an order guard for hearts, and keys that can be made void.
 */
export interface ServerRules {
  /** Whether the server remembers ids from the phone permanently, so that a late duplicate has no effect. */
  natural: boolean
  /** Whether an older wish of the same device changes nothing. */
  seqGuard: boolean
  /** Whether effect and key are written together; else a crash between the two is possible. */
  sameTx: boolean
  /** Whether a replay contains the current fields and version: a version never comes with the fields of another version (I9). */
  freshFields: boolean
}
export const sound: ServerRules = { natural: true, seqGuard: true, sameTx: true, freshFields: true }

export interface Request {
  path: string
  body: Record<string, unknown>
  /** Data that the server does not use but the laws need. */
  item: OutboxItem
  partition: string
  raw: string
  token: string | undefined
  key: string
  device: string
  payload: string
}
export interface Reply {
  status: number
  body: Record<string, unknown>
  retryAfter?: number
  replayed?: true
}
interface ServerChange {
  name: string
  from: unknown
  to: unknown
}
/** One change of the server's data. `itemId` is empty for another device. */
export interface Effect {
  itemId: string
  key: string
  kind: string
  lane: string
  seq: number
  partition: string
  changes: ServerChange[]
}
interface Thing {
  owner: string
  version: number
  fields: Fields
  gone: boolean
  /** Fields of the thing, by version. */
  past: Fields[]
}
interface Stored {
  print: string
  reply: Reply
  lane: string
}

export const poison = 'poison'
export const refusedWord = 'refused'

const ok = (data: Record<string, unknown>): Reply => ({ status: 200, body: { success: true, data } })
const no = (status: number, code: ErrorCode, more: object = {}): Reply => ({
  status,
  body: { success: false, code, msg: '', ...more },
})
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const alike = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const open = new Set([
  'users/send/car-enquiry-mail',
  'cars/test-drive/book-test-drive',
  'contact_us/save-contact-us-email',
  'appointments/insurance-inquiry',
  'newsletter',
  'cars/report-ad',
  'notes/save',
])
/** Calls whose effect belongs to the person and has no version. */
const appended = new Set(['chat/send-message', 'cars/test-drive/answer', 'cars/set-alert'])

export class ModelServer {
  readonly requests: Request[] = []
  readonly effects: Effect[] = []
  readonly favourites = new Map<string, boolean>()
  readonly things = new Map<string, Thing>()
  readonly voids = new Set<string>()
  /** People whose plan allows no more ads. */
  readonly full = new Set<string>()
  private readonly orders = new Map<string, number>()
  private readonly keys = new Map<string, Stored>()
  private readonly refs = new Set<string>()
  private readonly good = new Map<string, string>()
  private readonly rules: ServerRules
  private tokens = 0
  /** Whether the server fails on poison; `heal` ends it, so that the laws can require progress. */
  poisonous = true
  /** Time until which the server answers 429. */
  busyUntil = 0
  private readonly now: () => number

  constructor(rules: ServerRules, now: () => number) {
    this.rules = rules
    this.now = now
  }
  issueToken(user: string): string {
    const token = `${user}#${++this.tokens}`
    this.good.set(token, user)
    return token
  }
  expireTokens() {
    this.good.clear()
  }
  purgeKeys() {
    this.keys.clear()
  }

  /** Handles one request. `dies`: the process is killed while it writes. */
  handle(request: Request, dies = false): Reply {
    this.requests.push(request)
    const { token, key, device, path } = request
    if (this.now() < this.busyUntil) {
      return { ...no(429, 'rate_limited'), retryAfter: Math.ceil((this.busyUntil - this.now()) / 1000) }
    }
    const user = token === undefined ? undefined : this.good.get(token)
    if ((token !== undefined || needsUser(path)) && user === undefined) return no(401, 'token_expired')
    const actor = user ?? device
    const taken = /^sync\/receipt\/(.+)\/void$/.exec(path)
    if (taken) return this.takeBack(`${actor}/${decodeURIComponent(taken[1] ?? '')}`)
    const place = `${actor}/${key}`
    if (this.voids.has(place)) return no(409, 'key_void')
    const known = this.keys.get(place)
    const print = `${path} ${request.raw}`
    if (known) return known.print === print ? this.replay(known) : no(422, 'key_reused')
    if (request.raw.includes(`"${refusedWord}"`) || path.endsWith(refusedWord)) {
      return no(422, 'validation_failed', { fields: { title: 'No.' } })
    }
    if (this.poisonous && (request.raw.includes(`"${poison}"`) || path.endsWith(poison))) {
      return no(500, 'internal')
    }
    // The transaction is rolled back: neither the effect nor the key is stored.
    if (dies && this.rules.sameTx) return no(500, 'internal')
    const reply = this.change(request, user ?? '')
    if (reply.status === 200 && !dies) this.keys.set(place, { print, reply, lane: request.item.lane })
    return reply
  }

  /** Another device changes a thing; undefined `patch` deletes it. */
  elsewhere(lane: string, patch: Fields | undefined) {
    const thing = this.things.get(lane)
    if (!thing || thing.gone) return
    if (patch) this.write(thing, patch, { ...nobody, lane })
    else {
      thing.gone = true
      this.effects.push({ ...nobody, lane, changes: [] })
    }
  }
  /** Adds a thing that existed before the history began. */
  found(lane: string, owner: string, fields: Fields) {
    this.things.set(lane, { owner, version: 1, fields, gone: false, past: [{}, fields] })
  }

  private takeBack(place: string): Reply {
    const known = this.keys.get(place)
    if (known) return ok({ state: 'applied', reply: this.replay(known).body })
    this.voids.add(place)
    return ok({ state: 'void' })
  }
  private replay({ reply, lane }: Stored): Reply {
    const thing = this.things.get(lane)
    const { fields: then, ...data } = reply.body['data'] as Record<string, unknown>
    if (!thing || data['version'] === undefined) return { ...reply, replayed: true }
    if (thing.gone) return { ...ok(data), replayed: true }
    const { version, fields } = thing
    return { ...ok({ ...data, version, fields: this.rules.freshFields ? fields : then }), replayed: true }
  }
  private change(request: Request, user: string): Reply {
    const { path, body } = request
    if (path === 'cars/like-dislike-car') return this.favourite(request, user)
    if (path === 'cars/add-car') return this.create(request, user)
    if (path === 'cars/update-car-details') return this.edit(request, user, `car:${text(body['car_id'])}`)
    if (path === 'users/update-user-details') return this.edit(request, user, `profile:${user}`)
    if (path === 'cars/delete-car-single-image') return this.dropImage(request, user)
    if (path.startsWith('cars/delete-car/'))
      return this.drop(request, user, path.slice('cars/delete-car/'.length))
    return open.has(path) || appended.has(path) ? this.append(request) : no(404, 'unknown_route')
  }
  private note({ item, key, partition }: Request, changes: ServerChange[] = []) {
    const { kind, lane, seq } = item
    this.effects.push({ itemId: item.id, key, kind, lane, seq, partition, changes })
  }
  private favourite(request: Request, user: string): Reply {
    const { body, device } = request
    const carId = text(body['car_id'])
    const seq = Number(body['seq'])
    const place = `${user}/${carId}`
    const order = `${place}/${device}`
    if (!this.rules.seqGuard || seq > (this.orders.get(order) ?? 0)) {
      this.orders.set(order, seq)
      this.favourites.set(place, body['want'] === 'yes')
      this.note(request)
    }
    return ok({ car_id: carId, is_favorite: this.favourites.get(place) === true ? 'yes' : 'no' })
  }
  private create(request: Request, user: string): Reply {
    const { id, image_ids: _images, replaces: _old, ...fields } = request.body
    const lane = `car:${text(id)}`
    const old = this.things.get(lane)
    if (old && this.rules.natural) {
      return old.owner === user ? said(text(id), 1, old.past[1] ?? {}) : no(403, 'forbidden')
    }
    if (this.full.has(user)) return no(403, 'plan_limit')
    const thing = { owner: user, version: 1, fields, gone: false, past: [{}, fields] }
    this.things.set(lane, thing)
    this.note(request)
    return said(text(id), 1, fields)
  }
  private edit(request: Request, user: string, lane: string): Reply {
    const { car_id: _id, base_version: base, ...patch } = request.body
    const thing = this.things.get(lane)
    if (!thing || thing.owner !== user) return no(404, 'not_found')
    if (thing.gone) return no(410, 'gone')
    if (base !== undefined && base !== thing.version) {
      return no(409, 'version_conflict', { current: { version: thing.version, fields: thing.fields } })
    }
    this.write(thing, patch, effectOf(request))
    return said(lane, thing.version, thing.fields)
  }
  private write(thing: Thing, patch: Fields, effect: Effect) {
    const changes = Object.entries(patch)
      .map(([name, to]) => ({ name, from: thing.fields[name], to }))
      .filter(({ from, to }) => !alike(from, to))
    thing.fields = { ...thing.fields, ...patch }
    thing.version++
    thing.past[thing.version] = thing.fields
    this.effects.push({ ...effect, changes })
  }
  private drop(request: Request, user: string, id: string): Reply {
    const thing = this.things.get(`car:${decodeURIComponent(id)}`)
    if (!thing || thing.owner !== user) return no(404, 'not_found')
    if (!thing.gone) {
      thing.gone = true
      this.note(request)
    }
    return ok({ _id: id })
  }
  private dropImage(request: Request, user: string): Reply {
    const lane = `car:${text(request.body['car_id'])}`
    const thing = this.things.get(lane)
    if (!thing || thing.owner !== user) return no(404, 'not_found')
    if (thing.gone) return no(410, 'gone')
    const images = listOf(thing.fields['images'])
    const url = request.body['image_url']
    if (images.includes(url)) {
      this.write(thing, { images: images.filter((image) => image !== url) }, effectOf(request))
    }
    return said(lane, thing.version, thing.fields)
  }
  private append(request: Request): Reply {
    const ref = text(request.body['client_ref'])
    if (!wellFormed(request)) return no(422, 'validation_failed')
    if (!this.rules.natural || !this.refs.has(ref)) {
      this.refs.add(ref)
      this.note(request)
    }
    return ok({ _id: `e-${ref}` })
  }
}

const nobody: Effect = { itemId: '', key: '', kind: '', lane: '', seq: 0, partition: '', changes: [] }
const effectOf = ({ item, key, partition }: Request): Effect => ({
  itemId: item.id,
  key,
  kind: item.kind,
  lane: item.lane,
  seq: item.seq,
  partition,
  changes: [],
})
const said = (id: string, version: number, fields: Fields) => ok({ _id: id, version, fields })
const needsUser = (path: string) => !open.has(path) && !path.startsWith('sync/')

/** Whether the body has the shape that its payload-version header names. */
function wellFormed({ path, body, payload }: Request): boolean {
  if (path !== 'contact_us/save-contact-us-email') return true
  return payload === 'contact.send@2' ? 'topic' in body : 'subject' in body
}
