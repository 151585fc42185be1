import type { FeedColumns, FeedDict, FeedPage } from '#contract/sync/feed.ts'

/**
 * The contract of a page without its schemas, which would not fit what a woken worker reads. A test holds the two to
 * the same answers.
 */
type Test = (value: unknown) => boolean

const isText: Test = (value) => typeof value === 'string'
const isNumber: Test = (value) => Number.isFinite(value)
const isWhole: Test = (value) => Number.isSafeInteger(value)
const isFlag: Test = (value) => typeof value === 'boolean'
const isId: Test = (value) => typeof value === 'string' && value.length > 0 && value.length <= 64
const isInstant: Test = (value) => typeof value === 'string' && value.length >= 20 && value.length <= 30
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test)
const isPair: Test = (value) => listOf(isText)(value) && (value as unknown[]).length === 2
const either =
  (one: Test, other: Test): Test =>
  (value) =>
    one(value) || other(value)
const objectOf =
  <T>(tests: Record<keyof T, Test>): Test =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Test>(tests).every(([name, test]) => test((value as Record<string, unknown>)[name]))

const texts = listOf(isText)
const wholes = listOf(isWhole)
const isDict = objectOf<FeedDict>({
  title: texts,
  model: listOf(isPair),
  fueltype: texts,
  transmission: texts,
  bodytype: texts,
  engine: texts,
  drive: texts,
  condition: texts,
  exteriorcolor: texts,
  address: texts,
  place: listOf(isPair),
  creator: texts,
  feature: listOf(isPair),
})
const areColumns = objectOf<FeedColumns>({
  id: texts,
  minted: wholes,
  slug: texts,
  title: wholes,
  price: listOf(isNumber),
  model: wholes,
  year: wholes,
  mileage: listOf(either(isText, isWhole)),
  mileage_km: wholes,
  fueltype: wholes,
  transmission: wholes,
  bodytype: wholes,
  engine: wholes,
  drive: wholes,
  condition: wholes,
  exteriorcolor: wholes,
  address: wholes,
  place: wholes,
  featured: wholes,
  created_at: wholes,
  version: wholes,
  creator: wholes,
  cover: texts,
  picture_count: wholes,
  clicks: wholes,
})
const isPage = objectOf<FeedPage>({
  epoch: isText,
  cursor: isText,
  full: isFlag,
  more: isFlag,
  dict: isDict,
  upserts: areColumns,
  deletes: listOf(isId),
  outside: listOf(isId),
  total_active: isWhole,
  as_of: isInstant,
  floor: either((value) => value === null, isInstant),
})

/** The page in an answer of the server; undefined when the answer is no such thing. */
export function readPlainPage(body: unknown): FeedPage | undefined {
  const { success, msg, data } = body as { success?: unknown; msg?: unknown; data?: unknown }
  return success === true && isText(msg) && isPage(data) ? (data as FeedPage) : undefined
}
