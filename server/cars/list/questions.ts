import type { z } from 'zod/mini'
import { readQuery } from '#catalogue'
import { listQuery, type ListQuery } from '#contract/cars.ts'
import { isCutText } from '#contract/values/list-inputs.ts'
import { ByteLru } from '../../kernel/byte-lru.ts'
import type { Deps } from '../../kernel/deps.ts'
import { valid } from '../../kernel/mount.ts'
import { cachedReference, type ReferenceData } from '../../reference/reference-store.ts'
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

const fields = new Map<string, z.ZodMiniType>(Object.entries(listQuery.shape))
const usual = listQuery.parse({})
/** The contract asks nothing of several fields at once. */
const apart = (listQuery._zod.def.checks ?? []).length === 0

/** Checks only what is there, since most bodies name few fields; what is wrong, or all if need be, is checked whole. */
function queryIn(body: unknown): ListQuery {
  const whole = () => valid(listQuery, body) as ListQuery
  if (!apart || typeof body !== 'object' || body === null || Array.isArray(body)) return whole()
  const query: Record<string, unknown> = { ...usual }
  for (const [name, value] of Object.entries(body)) {
    const read = fields.get(name)?.safeParse(value)
    if (read?.success === false) return whole()
    if (read) query[name] = read.data
  }
  return query as ListQuery
}

/** Reads bodies, and knows again those that it has read: the same letters passed every check before. */
export class Questions {
  readonly #deps: Deps
  readonly #limit: number
  #known: ByteLru<ParsedListRequest>
  readonly #askedBefore = new FrequencyFilter()
  /** What the known ones were read against. */
  #read: ReferenceLists | undefined
  #underWay: { reading: Promise<ReferenceData>; read: Promise<ReferenceLists> } | undefined

  constructor(deps: Deps, limit: number) {
    this.#deps = deps
    this.#limit = limit
    this.#known = new ByteLru(limit)
  }

  get bytes(): number {
    return this.#known.bytes
  }

  /** The question of a body that was read before, if makes and places are still what they were. */
  again(text: string): ParsedListRequest | undefined | Promise<ParsedListRequest | undefined> {
    if (this.#referenceNow) return this.#known.get(text)
    return this.#readReference().then(() => this.#known.get(text))
  }

  /** The same where nothing has to be waited for. */
  againNow(text: string): ParsedListRequest | undefined {
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
    const query = queryIn(body)
    const search = readQuery(query, lists)
    const cut = isCutText((body as { search?: unknown } | null)?.search)
    // The ids of sellers are many; which of the lists they are from says as much.
    const sellers = search.filter.sellers && version
    const key = JSON.stringify([{ ...search, filter: { ...search.filter, sellers } }, query.facets, cut])
    const question = { key, search, facets: query.facets, cut }
    // Most bodies come once; only what comes again is worth its place.
    if (text.length <= longest && key.length <= longest && this.#askedBefore.again(text)) {
      this.#known.set(text, question, (text.length + key.length) * 2 + overhead)
    }
    return question
  }

  /** What is believed at the moment, if it was read through here already. */
  get #referenceNow(): ReferenceLists | undefined {
    return this.#read?.reading === cachedReference(this.#deps) ? this.#read : undefined
  }

  /** All who come while it is being read wait for one reading. */
  #readReference(): Promise<ReferenceLists> {
    const reading = cachedReference(this.#deps)
    if (this.#underWay?.reading === reading) return this.#underWay.read
    const read = this.#readLists(reading)
    const underWay = { reading, read }
    this.#underWay = underWay
    const forget = () => {
      if (this.#underWay === underWay) this.#underWay = undefined
    }
    read.then(forget, forget)
    return read
  }

  async #readLists(reading: Promise<ReferenceData>): Promise<ReferenceLists> {
    const verified = await verifiedDealers(this.#deps.db, this.#deps.now())
    const lists = { ...(await reading), verified }
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
