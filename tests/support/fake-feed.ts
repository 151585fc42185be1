import type { Reference } from '#catalogue'
import type { CarCard } from '#contract/cars.ts'
import { packCars } from '#contract/sync/feed-pack.ts'
import { feedLimits, type FeedCar, type FeedPage } from '#contract/sync/feed.ts'
import type { HttpClient } from '../../src/local/transport/http-client.ts'

/** Returns the feed format of a card. */
export function feedCarOf({
  status: _s,
  is_favorite: _f,
  images: _i,
  featured_image,
  pictures: _p,
  ...rest
}: CarCard): FeedCar {
  return { ...rest, cover: featured_image }
}

/** Server with only the feed and the lists of makes and places, without a database, so a test can send many requests. */
export class FakeFeed {
  epoch = 'e1'
  now = Date.parse('2026-03-01T09:00:00.000Z')
  /** Maximum cars per page, whatever the request says. */
  page: number = feedLimits.page
  /** Requests to the feed and their responses. */
  asked: { status: number; bytes: number; query: Record<string, string> }[] = []
  /** Number of next requests that get no response. */
  silent = 0
  reference: Reference | undefined
  #cars = new Map<string, CarCard>()
  /** Ids in the order of their last change. */
  #log: string[] = []
  #forgotten = 0

  get cars(): CarCard[] {
    return [...this.#cars.values()]
  }
  put(...cards: CarCard[]) {
    for (const card of cards) {
      this.#cars.set(card._id, card)
      this.#log.push(card._id)
    }
  }
  drop(...ids: string[]) {
    for (const id of ids) if (this.#cars.delete(id)) this.#log.push(id)
  }
  /** Makes every phone with an old cursor start from the beginning. */
  forget() {
    this.#forgotten = this.#log.length + 1
    this.#log.push('')
  }

  #pageOf(query: Record<string, string>): FeedPage | undefined {
    const limit = Math.min(Number(query['limit'] ?? feedLimits.page), this.page)
    const [kind, rev, from, floorOf] = (query['cursor'] ?? '').split('~')
    const common = {
      epoch: this.epoch,
      total_active: this.#cars.size,
      as_of: new Date(this.now).toISOString(),
    }
    const newest = this.cars.sort((a, b) =>
      a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : a._id < b._id ? -1 : 1,
    )
    if (kind === 'c') {
      if (Number(rev) < this.#forgotten) return undefined
      const part = this.#log.slice(Number(rev), Number(rev) + limit)
      const ids = [...new Set(part)].filter((id) => id !== '')
      const changed = ids.flatMap((id) => this.#cars.get(id) ?? [])
      const inside = changed.filter((c) => query['floor'] === undefined || c.created_at >= query['floor'])
      const end = Number(rev) + part.length
      return {
        ...common,
        ...packCars(inside.map(feedCarOf)),
        full: false,
        cursor: `c~${end}`,
        more: end < this.#log.length,
        deletes: ids.filter((id) => !this.#cars.has(id)),
        outside: changed.filter((c) => !inside.includes(c)).map((c) => c._id),
        floor: query['floor'] ?? null,
      }
    }
    if (kind === 'w' && Number(rev) < this.#forgotten) return undefined
    const start = kind === 'w' ? Number(rev) : this.#log.length
    const at = kind === 'w' ? Number(from) : 0
    const floor =
      kind === 'w'
        ? floorOf || null
        : (newest[Number(query['window'] ?? feedLimits.window) - 1]?.created_at ?? null)
    const all = newest.filter((c) => floor === null || c.created_at >= floor)
    const part = all.slice(at, at + limit)
    const more = at + part.length < all.length
    return {
      ...common,
      ...packCars(part.map(feedCarOf)),
      full: true,
      cursor: more ? `w~${start}~${at + part.length}~${floor ?? ''}` : `c~${start}`,
      more,
      deletes: [],
      outside: [],
      floor,
    }
  }

  readonly fetch: HttpClient['fetch'] = async (url, init) => {
    if (this.silent > 0) {
      this.silent -= 1
      throw new TypeError('Failed to fetch')
    }
    const [path = '', search = ''] = url.replace('/api/v1/', '').split('?')
    const headers = {
      'content-type': 'application/json',
      'x-api': '1',
      date: new Date(this.now).toUTCString(),
    }
    const say = (body: object, status = 200) => new Response(JSON.stringify(body), { status, headers })
    const { reference } = this
    if (path !== 'sync/catalogue') {
      if (!reference) return say({ success: false, msg: '', code: 'not_found' }, 404)
      const lists: Record<string, unknown> = {
        'common/get-all-makes': reference.brands,
        'city_state/get-all-states': reference.provinces,
        'city_state/get-cities-by-state-ids': reference.cities,
        'common/verified-dealers': reference.verified,
      }
      const data = lists[path]
      if (!data) return say({ success: false, msg: '', code: 'not_found' }, 404)
      return say({ success: true, msg: '', data })
    }
    const query = Object.fromEntries(new URLSearchParams(search))
    const data = this.#pageOf(query)
    const tag = (init.headers as Record<string, string>)['if-none-match']
    const body = data && JSON.stringify({ success: true, msg: '', data })
    const status = !data ? 410 : tag === `"${data.cursor}"` ? 304 : 200
    this.asked.push({ status, bytes: status === 200 ? (body?.length ?? 0) : 0, query })
    if (status === 304) return new Response(null, { status, headers })
    return data ? say({ success: true, msg: '', data }) : say({ success: false, msg: '', code: 'gone' }, 410)
  }
}
