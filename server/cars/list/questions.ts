import { readQuery, type Search } from '#catalogue'
import { carRoutes } from '#contract/cars.ts'
import { isCutText, type ListQuery } from '#contract/list-query.ts'
import { ByteLru } from '../../kernel/byte-lru.ts'
import type { Deps } from '../../kernel/deps.ts'
import { valid } from '../../kernel/mount.ts'
import { cachedReference, readAhead, type ReferenceData } from '../../reference/reference-store.ts'
import { verifiedDealers } from '../../users/dealers-store.ts'
import type { ListRequest } from './recent-changes.ts'
import { FrequencyFilter } from './frequency-filter.ts'

/** What a body asks for; bodies that mean the same have the same key. */
export interface ParsedListRequest extends ListRequest {
  key: string
}

/** What questions are read against. */
interface ReferenceLists {
  reading: Promise<ReferenceData>
  lists: ReferenceData & { verified: readonly string[] }
  /** All that the lists say, and a number that rises when they say something else. */
  text: string
  version: number
}

/** Letters of a body, or of a key, that is worth keeping. */
const longest = 4096
const overhead = 200

/** Most fields of a filter say nothing, which is said by nothing. */
const partOf = (value: unknown): string => {
  if (typeof value === 'number') return String(value)
  return value === undefined || (Array.isArray(value) && value.length === 0) ? '' : JSON.stringify(value)
}

/** The same for all that ask for the same; no JSON has a line break in it. */
function keyOf(
  { filter, sort, page, limit }: Search,
  facets: boolean,
  cut: boolean,
  sellers: number | undefined,
): string {
  let key = `${page} ${limit} ${sort} ${facets} ${cut} ${sellers ?? ''}`
  for (const value of Object.values(filter)) key += value === filter.sellers ? '\n' : `\n${partOf(value)}`
  return key
}

/** Reads bodies, and knows again those that it has read: the same letters passed every check before. */
export class Questions {
  readonly #deps: Deps
  readonly #limit: number
  #known: ByteLru<ParsedListRequest>
  readonly #askedBefore = new FrequencyFilter()
  /** What the known ones were read against. */
  #read: ReferenceLists | undefined
  readonly #reads = new WeakMap<Promise<ReferenceData>, Promise<ReferenceLists>>()

  constructor(deps: Deps, limit: number) {
    this.#deps = deps
    this.#limit = limit
    this.#known = new ByteLru(limit)
  }

  get bytes(): number {
    return this.#known.bytes
  }

  /** The question of a body that was read before, if makes and places are still what they were. */
  again(text: string): ParsedListRequest | undefined {
    return this.#referenceNow && this.#known.get(text)
  }

  /** The question in a body; throws `validation_failed`. */
  async read(text: string, body: unknown): Promise<ParsedListRequest> {
    return this.readNow(text, body) ?? this.#questionIn(text, body, await this.#readReference())
  }

  /** The same where nothing has to be waited for; throws `validation_failed`. */
  readNow(text: string, body: unknown): ParsedListRequest | undefined {
    const read = this.#referenceNow
    return read && this.#questionIn(text, body, read)
  }

  #questionIn(text: string, body: unknown, { lists, version }: ReferenceLists): ParsedListRequest {
    const query = valid(carRoutes.getCarList.body, body) as ListQuery
    const search = readQuery(query, lists)
    const cut = isCutText((body as { search?: unknown } | null)?.search)
    // The ids of sellers are many; which of the lists they are from says as much.
    const sellers = search.filter.sellers && version
    const key = keyOf(search, query.facets, cut, sellers)
    const question = { key, search, facets: query.facets, cut }
    // Most bodies come once; only what comes again is worth its place.
    if (text.length <= longest && key.length <= longest && this.#askedBefore.again(text)) {
      this.#known.set(text, question, (text.length + key.length) * 2 + overhead)
    }
    return question
  }

  /** What is believed at the moment, if it was read through here already; read again in time, so that nobody waits for it. */
  get #referenceNow(): ReferenceLists | undefined {
    if (this.#read?.reading !== cachedReference(this.#deps)) return undefined
    const ahead = readAhead(this.#deps)
    if (ahead) void this.#renew(ahead)
    return this.#read
  }

  async #renew({ data, take }: NonNullable<ReturnType<typeof readAhead>>): Promise<void> {
    const reading = [data, verifiedDealers(this.#deps.db, this.#deps.now())] as const
    const [lists, verified] = await Promise.allSettled(reading)
    // Who asks when the time is over reads again, and hears of a failure.
    if (lists.status === 'rejected' || verified.status === 'rejected') return
    if (lists.value.brands.length > 0 && take())
      this.#believe(data, { ...lists.value, verified: verified.value })
  }

  /** All who come while it is being read wait for one reading. */
  #readReference(): Promise<ReferenceLists> {
    const reading = cachedReference(this.#deps)
    const known = this.#reads.get(reading)
    if (known) return known
    const read = this.#readLists(reading).finally(() => this.#reads.delete(reading))
    this.#reads.set(reading, read)
    return read
  }

  async #readLists(reading: Promise<ReferenceData>): Promise<ReferenceLists> {
    const verified = await verifiedDealers(this.#deps.db, this.#deps.now())
    return this.#believe(reading, { ...(await reading), verified })
  }

  #believe(reading: Promise<ReferenceData>, lists: ReferenceLists['lists']): ReferenceLists {
    const { verified } = lists
    const text = JSON.stringify([lists.brands, lists.provinces, lists.cities, verified])
    // What says the same is taken as the same, so that nothing is worked out again after every reading.
    const same = this.#read?.text === text ? this.#read : undefined
    if (!same) this.#known = new ByteLru(this.#limit)
    this.#read = {
      reading,
      text,
      lists: same?.lists ?? lists,
      version: same?.version ?? (this.#read?.version ?? 0) + 1,
    }
    return this.#read
  }
}
