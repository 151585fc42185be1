import { fold, type ListingState, type Reference } from '#catalogue'
import { beginsWith } from '#parts/search/begins-with.ts'
import { changeFilters, isChosen, type ListKey } from '#parts/search/filter-change.ts'

/** A line of the list below the search box. */
export interface Suggestion {
  key: string
  kind: 'recent' | 'make' | 'model' | 'province' | 'city'
  label: string
  /** Type of the suggestion: "Brand", "Toyota", "City in Gauteng". */
  detail: string
  /** The search after the suggestion is taken. */
  next: ListingState
  /** Text to store as the last search. */
  words: string
}

const most = 7
/** Most words of a recognised name: "Mercedes-Benz C-Class Coupe". */
const longest = 4

interface Match extends Omit<Suggestion, 'next' | 'words'> {
  add: Partial<Record<ListKey, string>>
  /** Second name to compare with the typed text, beside the label. */
  full?: string
}

function* namesIn({ brands, provinces, cities }: Reference): Generator<Match> {
  for (const b of brands) {
    const make = b.maketitle
    yield { key: b._id, kind: 'make', label: make, detail: 'Brand', add: { make } }
  }
  for (const b of brands) {
    const make = b.maketitle
    for (const { _id, modeltitle: model } of b.models) {
      const full = `${make} ${model}`
      yield { key: _id, kind: 'model', label: model, detail: make, add: { make, model }, full }
    }
  }
  for (const { _id, state_name: province } of provinces) {
    yield { key: _id, kind: 'province', label: province, detail: 'Province', add: { province } }
  }
  const nameOf = new Map(provinces.map((p) => [p._id, p.state_name]))
  for (const { _id, city_name: city, state_id } of cities) {
    const province = nameOf.get(state_id)
    if (province === undefined) continue
    const detail = `City in ${province}`
    yield { key: _id, kind: 'city', label: city, detail, add: { province, city } }
  }
}

/** Returns whether the text covers only the make: "to" begins "Toyota Corolla" without meaning it; "toyota c" means it. */
function isBeginningOfMake(name: string, typed: string, { make, model }: Match['add']): boolean {
  return model !== undefined && name !== model && fold(typed).length <= (make?.length ?? 0)
}

function withAdded(state: ListingState, add: Match['add'], search: string): ListingState {
  let next = changeFilters(state, { search: search === '' ? undefined : search })
  for (const [key, value] of Object.entries(add) as [ListKey, string][]) {
    if (!isChosen(next, key, value)) next = { ...next, [key]: [...next[key], value] }
  }
  return next
}

/**
 * Suggests completions for the end of a typed text, from the names that this phone knows: "diesel land r" → Land Rover, and
 * "diesel" stays as it is. A name that covers more of the text ranks higher, and a name that begins with the text ranks above a
 * name with a later word that does.
 */
export function listSuggestions(
  text: string,
  state: ListingState,
  reference: Reference,
  recent: readonly string[],
): Suggestion[] {
  const words = text
    .trim()
    .split(/\s+/)
    .filter((w) => w !== '')
  const last = recent
    .filter((r) => fold(r).startsWith(fold(words.join(' '))) && fold(r) !== fold(words.join(' ')))
    .slice(0, words.length === 0 ? most : 2)
    .map((r): Suggestion => ({
      key: `recent ${r}`,
      kind: 'recent',
      label: r,
      detail: '',
      next: changeFilters(state, { search: r }),
      words: r,
    }))
  if (words.length === 0) return last
  const names = [...namesIn(reference)]
  const matches = new Map<string, { suggestion: Suggestion; rank: number }>()
  for (let count = Math.min(longest, words.length); count > 0; count--) {
    const end = words.slice(-count).join(' ')
    const rest = words.slice(0, -count).join(' ')
    for (const { full, add, ...name } of names) {
      const spelled = [name.label, ...(full === undefined ? [] : [full])]
      // The first letters of a brand must not suggest all models of the brand.
      if (
        matches.has(name.key) ||
        !spelled.some((n) => beginsWith(n, end) && !isBeginningOfMake(n, end, add))
      )
        continue
      const whole = spelled.some((n) => fold(n).startsWith(fold(end)))
      const typedWords = [rest, spelled.at(-1)].filter((part) => part !== '').join(' ')
      const suggestion = { ...name, next: withAdded(state, add, rest), words: typedWords }
      matches.set(name.key, { suggestion, rank: count * 2 + (whole ? 1 : 0) })
    }
  }
  const ranked = [...matches.values()].sort((a, b) => b.rank - a.rank).map((f) => f.suggestion)
  return [...last, ...ranked].slice(0, most)
}
