import type { PublicRoute } from './floors.ts'
import type { Tap, Visit } from './phone.ts'
import { figure, kb, ratio, shift, table, type Show } from './report.ts'

export interface Measured {
  cold: Visit[]
  second: Visit[]
  offline: Visit[]
  atRest: Tap[]
  atOnce: Tap[]
}
export const nothing = (): Measured => ({ cold: [], second: [], offline: [], atRest: [], atOnce: [] })
export interface Result {
  route: PublicRoute
  floor: Measured
  withWorker: Measured
  app: Measured
}

type Stage = 'cold' | 'second' | 'offline'
interface Measure {
  title: string
  of: (visit: Visit) => number | undefined
  show?: Show
  goal?: number
}
function compare(results: readonly Result[], title: string, stage: Stage, m: Omit<Measure, 'title'>): void {
  const beside = stage === 'cold' ? 'floor' : 'withWorker'
  const name = stage === 'cold' ? 'page without script' : 'and a small worker'
  const figures = (visits: readonly Visit[]) => visits.map(m.of).filter((n) => n !== undefined)
  const rows = results.map((result) => {
    const [floor, app] = [figures(result[beside][stage]), figures(result.app[stage])]
    const missing = result.app[stage].length - app.length
    return [
      result.route.name,
      figure(floor, m.show),
      figure(app, m.show) + (missing > 0 ? ` (${missing} never)` : ''),
      ratio(app, floor, m.goal),
    ]
  })
  table(`${title}${m.goal === undefined ? '' : `, goal ${m.goal} x`}`, ['', name, 'app', 'app : it'], rows)
}
const seen = (n: number) => (n > 0 ? n : undefined)

/** Prints the results in tables. */
export function showResults(
  results: readonly Result[],
  { stages, quietMs }: { stages: ReadonlySet<string>; quietMs: number },
): void {
  const goal = 1.3
  compare(results, 'cold, largest contentful paint, ms', 'cold', { of: (v) => seen(v.lcp), goal })
  compare(results, 'cold, first contentful paint, ms', 'cold', { of: (v) => seen(v.fcp), goal })
  compare(results, `cold, whole view (${wholes(results)}), ms`, 'cold', { of: (v) => seen(v.whole) })
  costs(results, 'cold', quietMs)
  if (stages.has('tap')) taps(results)
  for (const [stage, words] of [
    ['second', 'second visit'],
    ['offline', 'without signal'],
  ] as const) {
    if (!stages.has(stage)) continue
    compare(results, `${words}, largest contentful paint, ms`, stage, { of: (v) => seen(v.lcp), goal })
    compare(results, `${words}, whole view, ms`, stage, { of: (v) => seen(v.whole), goal })
    costs(results, stage, quietMs)
  }
  const last = (visits: readonly Visit[]) => visits.at(-1)?.lcpOf.slice(0, 60) ?? ''
  table(
    'what the largest paint was',
    ['', 'page without script', 'app, cold', 'app, second', 'app, without signal'],
    results.map(({ route, floor, app }) => [
      route.name,
      last(floor.cold),
      last(app.cold),
      last(app.second),
      last(app.offline),
    ]),
  )
}
const wholes = (results: readonly Result[]) =>
  [...new Set(results.map(({ route }) => route.whole.words))].join(', ')

function costs(results: readonly Result[], stage: Stage, quietMs: number): void {
  const of = (visits: readonly Visit[], take: (v: Visit) => number, show?: Show) =>
    figure(visits.map(take), show)
  const scripts = (v: Visit, until: number) =>
    v.scripts.filter(({ begun }) => begun < until).reduce((sum, { bytes }) => sum + bytes, 0)
  const words = { cold: 'cold', second: 'second visit', offline: 'without signal' }[stage]
  table(
    `${words}, the start until ${quietMs / 1000} s of quiet`,
    [
      '',
      'blocked, ms',
      'before first paint',
      'longest task',
      'answers a touch after',
      ...(stage === 'cold' ? ['script before LCP, KB', 'before a tap, KB', 'pictures, KB'] : []),
      'layout shift',
      'nodes',
      'not quiet',
    ],
    results.map(({ route, app: { [stage]: visits } }) => [
      route.name,
      of(visits, (v) => v.blocked),
      of(visits, (v) => v.blockedBefore),
      of(visits, (v) => v.longest),
      figure(visits.map((v) => seen(v.alive)).filter((n) => n !== undefined)),
      ...(stage === 'cold'
        ? [
            of(visits, (v) => scripts(v, v.lcp), kb),
            of(visits, (v) => scripts(v, Number.POSITIVE_INFINITY), kb),
            of(visits, (v) => v.pictures.reduce((sum, { bytes }) => sum + bytes, 0), kb),
          ]
        : []),
      of(visits, (v) => v.layoutShift, shift),
      of(visits, (v) => v.nodes),
      String(visits.filter(({ rested }) => !rested).length),
    ]),
  )
}

function taps(results: readonly Result[]): void {
  const cell = (all: readonly Tap[]) => {
    const unanswered = all.filter(({ opened }) => !opened).length
    return figure(all.map(({ paint }) => paint)) + (unanswered > 0 ? ` (${unanswered} opened nothing)` : '')
  }
  table(
    'from a tap to the next paint, ms, goal 100',
    ['', 'as soon as it is seen', 'when the start is over'],
    results.map(({ route, app }) => [route.name, cell(app.atOnce), cell(app.atRest)]),
  )
}
