import type { FavSet } from '#contract/commands.ts'
import type { OutboxItem } from '../../src/local/database/records.ts'
import type { Failure, Heard } from '../../src/local/outbox/verdict.ts'

/** The server as the phone needs it to be: effect and key in one transaction, natural keys, and an order guard. */
export interface ServerRules {
  /** An enquiry's own reference makes a late duplicate harmless for ever. */
  natural: boolean
  /** An older wish of the same device changes nothing. */
  seqGuard: boolean
}
export interface Request {
  key: string
  token: string | undefined
  device: string
  item: OutboxItem
  /** The partition whose item it is; the server does not see it, the laws do. */
  partition: string
}
export interface Effect {
  key: string
  itemId: string
  lane: string
  seq: number
  partition: string
  user: string | undefined
}

export const poisonCar = 'poison'
export const refusedCar = 'refused'
const yes = (data: Record<string, unknown>): Heard => ({
  ok: true,
  status: 200,
  body: { success: true, data },
})
const no = (status: number, code: Failure['code']): Heard => ({ ok: false, status, error: { code } })

export class ModelServer {
  readonly requests: Request[] = []
  readonly effects: Effect[] = []
  readonly favourites = new Map<string, boolean>()
  private readonly orders = new Map<string, number>()
  private readonly keys = new Map<string, Heard>()
  private readonly refs = new Set<string>()
  private readonly good = new Map<string, string>()
  private readonly rules: ServerRules
  private tokens = 0
  /** Poison is cured in the end, so that liveness can be asked for. */
  poisonous = true

  constructor(rules: ServerRules) {
    this.rules = rules
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
  handle(request: Request): Heard {
    this.requests.push(request)
    const { item, key, token, device } = request
    const user = token === undefined ? undefined : this.good.get(token)
    if (item.kind === 'fav.set' && user === undefined) return no(401, 'token_expired')
    const actor = `${user ?? device}/${key}`
    const known = this.keys.get(actor)
    if (known) return known
    if (item.payload.carId === refusedCar) return no(422, 'validation_failed')
    if (item.payload.carId === poisonCar && this.poisonous) return no(500, 'internal')
    const answer = item.kind === 'fav.set' ? this.favourite(request, user ?? '') : this.enquiry(request)
    this.keys.set(actor, answer)
    return answer
  }
  private effect({ item, key, partition }: Request, user: string | undefined) {
    this.effects.push({ key, itemId: item.id, lane: item.lane, seq: item.seq, partition, user })
  }
  private favourite(request: Request, user: string): Heard {
    const { item, device } = request
    const { carId, want } = item.payload as FavSet
    const place = `${user}/${carId}`
    const order = `${place}/${device}`
    if (!this.rules.seqGuard || item.seq > (this.orders.get(order) ?? 0)) {
      this.orders.set(order, item.seq)
      this.favourites.set(place, want === 'yes')
      this.effect(request, user)
    }
    return yes({ car_id: carId, is_favorite: this.favourites.get(place) === true ? 'yes' : 'no' })
  }
  private enquiry(request: Request): Heard {
    const { item } = request
    if (!this.rules.natural || !this.refs.has(item.id)) {
      this.refs.add(item.id)
      this.effect(request, undefined)
    }
    return yes({ _id: `e-${item.id}` })
  }
}
