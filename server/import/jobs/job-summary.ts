import { importLimits, type ImportProblem, type ImportProblemGroup } from '#contract/selling/import.ts'
import {
  importPreviewAd,
  type ImportPreviewAd,
  type ImportUnknownName,
} from '#contract/selling/import-trial.ts'
import { cut } from '../table/memoize.ts'
import { nameKey } from '../../reference/proposed-names.ts'
import type { ReadRow } from '../write-rows.ts'

/** Replaces a line number in a reason, so that rows with the same problem form one group. */
export const earlierLine = 'An earlier line '
const reasonOf = (reason: string) => reason.replace(/^Line \d+ /, earlierLine)
const keyOf = (of: Pick<ImportProblemGroup, 'column' | 'reason' | 'kind'>) =>
  JSON.stringify([of.column, of.reason, of.kind])

/**
 * Adds the problems of a batch to the groups, most frequent first. Reasons beyond the limit are counted together, one group per
 * kind, so that the counts of all groups add up to the number of problems.
 */
export function groupProblems(
  groups: readonly ImportProblemGroup[],
  problems: readonly ImportProblem[],
): ImportProblemGroup[] {
  const all = new Map(groups.map((group) => [keyOf(group), { ...group }]))
  for (const { column, reason, kind, line, value } of problems) {
    const own = { column, reason: reasonOf(reason), kind, count: 0, examples: [] }
    const rest = { ...own, column: '', reason: 'Other reasons: see the report.' }
    const into = all.has(keyOf(own)) || all.size < importLimits.groups ? own : rest
    const group = all.get(keyOf(into)) ?? into
    group.count += 1
    if (group.examples.length < importLimits.examples) group.examples = [...group.examples, { line, value }]
    all.set(keyOf(group), group)
  }
  return [...all.values()].sort((a, b) => b.count - a.count)
}

/** Returns the first ads of a batch. */
export function previewOf(rows: readonly ReadRow[]): ImportPreviewAd[] {
  const ads: ImportPreviewAd[] = []
  for (const { line, shownNo, made } of rows) {
    if (ads.length === importLimits.preview) break
    if (!('ad' in made)) continue
    const { ad } = made
    ads.push(importPreviewAd.parse({ ...ad, line, stock_no: shownNo.slice(0, 80) }))
  }
  return ads
}

/** An unknown name, spelled as in the rows. */
export type CountedName = Pick<ImportUnknownName, 'make' | 'model' | 'rows' | 'example'>

const longestExample = 120
/** Maximum number of counted names, more than are reported, so that names that become frequent late are included. */
const mostCounted = 1_000

/** Adds the unknown makes and models of a batch to the counted names; most frequent first. */
export function countNames(names: readonly CountedName[], rows: readonly ReadRow[]): CountedName[] {
  const all = new Map(names.map((name) => [nameKey(name), { ...name }]))
  for (const { made } of rows) {
    if (!('troubles' in made) || !made.unknown) continue
    const { make, model, rest } = made.unknown
    const key = nameKey(made.unknown)
    const example = cut(`${make} ${model} ${rest}`.trim(), longestExample)
    const name = all.get(key) ?? { make, model, rows: 0, example }
    name.rows += 1
    if (all.has(key) || all.size < mostCounted) all.set(key, name)
  }
  return [...all.values()].sort((a, b) => b.rows - a.rows)
}

/** Returns the counted names that are reported. */
export function listedNames<N extends CountedName>(names: readonly N[]): N[] {
  return names.slice(0, importLimits.names)
}
