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

/** A parsed list request; requests with the same meaning have the same key. */
export interface ParsedListRequest extends ListRequest {
  key: string
}

/** Reference data that requests are parsed against. */
interface ReferenceLists {
  reading: Promise<ReferenceData>
  lists: ReferenceData & { verified: readonly string[] }
  /** The lists as text, and a number that increases when the text changes. */
  text: string
  version: number
}

/** Maximum length in characters of a body, or of a key, that is cached. */
const longest = 4096
const overhead = 200

/** Returns the key part of one filter field; empty for the many fields without a value. */
const partOf = (value: unknown): string => {
  if (typeof value === 'number') return String(value)
  return value === undefined || (Array.isArray(value) && value.length === 0) ? '' : JSON.stringify(value)
}

/** Returns the same key for requests with the same meaning. JSON has no line breaks, so the parts cannot be confused. */
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

/** Parses bodies and caches the results: an identical text was validated before. */
export class Questions {
  readonly #deps: Deps
  readonly #limit: number
  #known: ByteLru<ParsedListRequest>
  readonly #askedBefore = new FrequencyFilter()
  /** Reference data that the cached requests were parsed against. */
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

  /** Returns the request of a body that was parsed before, if the reference data is unchanged. */
  again(text: string): ParsedListRequest | undefined {
    return this.#referenceNow && this.#known.get(text)
  }

  /** Parses a body; throws `validation_failed`. */
  async read(text: string, body: unknown): Promise<ParsedListRequest> {
    return this.readNow(text, body) ?? this.#questionIn(text, body, await this.#readReference())
  }

  /** Like `read`, but undefined where the reference data must be loaded first; throws `validation_failed`. */
  readNow(text: string, body: unknown): ParsedListRequest | undefined {
    const read = this.#referenceNow
    return read && this.#questionIn(text, body, read)
  }

  #questionIn(text: string, body: unknown, { lists, version }: ReferenceLists): ParsedListRequest {
    const query = valid(carRoutes.getCarList.body, body) as ListQuery
    const search = readQuery(query, lists)
    const cut = isCutText((body as { search?: unknown } | null)?.search)
    // The list of seller ids is long; the version of the lists it comes from identifies it.
    const sellers = search.filter.sellers && version
    const key = keyOf(search, query.facets, cut, sellers)
    const question = { key, search, facets: query.facets, cut }
    // Most bodies come once, so only repeated ones are cached.
    if (text.length <= longest && key.length <= longest && this.#askedBefore.again(text)) {
      this.#known.set(text, question, (text.length + key.length) * 2 + overhead)
    }
    return question
  }

  /** The current reference data, if it was parsed here already. Renews it in advance, so that no request waits. */
  get #referenceNow(): ReferenceLists | undefined {
    if (this.#read?.reading !== cachedReference(this.#deps)) return undefined
    const ahead = readAhead(this.#deps)
    if (ahead) void this.#renew(ahead)
    return this.#read
  }

  async #renew({ data, take }: NonNullable<ReturnType<typeof readAhead>>): Promise<void> {
    const reading = [data, verifiedDealers(this.#deps.db, this.#deps.now())] as const
    const [lists, verified] = await Promise.allSettled(reading)
    // A failure needs no report here: after expiry the next request loads the data and gets the error.
    if (lists.status === 'rejected' || verified.status === 'rejected') return
    if (lists.value.brands.length > 0 && take())
      this.#believe(data, { ...lists.value, verified: verified.value })
  }

  /** Loads the reference data; concurrent callers share one load. */
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
    // Equal lists keep the old version, so that the caches stay valid after a load without changes.
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
