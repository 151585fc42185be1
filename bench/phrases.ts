import { demoReference } from '../tests/support/demo-names.ts'
import { demoEngine, judge, percent, phraseSets, type Verdict } from '../tests/support/phrases/judge.ts'

/**
 * Measures the understanding of free text, with phrases as buyers of four countries type them and their intended meanings.
 * Prints the share of phrases that are understood completely, the share that find no car because of a remaining or misread
 * word (goal: none), and the share with a misread part (goal: at most 2 %). `-- phrases all` lists each phrase that is not
 * understood.
 */
const cars = 20_000
const most = { needlessZero: 0, misread: 0.02 } as const

const engine = demoEngine(cars)
const timed: number[] = []
const judged = phraseSets.map(([country, phrases]): [string, Verdict[]] => [
  country,
  phrases.map((phrase) => {
    const from = performance.now()
    const verdict = judge(phrase, engine, demoReference)
    timed.push(performance.now() - from)
    return verdict
  }),
])
const all = judged.flatMap(([, verdicts]) => verdicts)

const row = (cells: readonly (string | number)[]) =>
  console.log(
    cells.map((cell, i) => (i === 0 ? String(cell).padEnd(16) : String(cell).padStart(14))).join(''),
  )
row(['country', 'phrases', 'understood', 'needless zero', 'misread', 'no car at all'])
for (const [country, verdicts] of [...judged, ['all', all] as const]) {
  const share = (of: (v: Verdict) => boolean) => percent(verdicts.filter(of).length, verdicts.length)
  row([
    country,
    verdicts.length,
    share((v) => v.understood),
    share((v) => v.needlessZero),
    share((v) => v.misread),
    share((v) => v.cars === 0),
  ])
}
timed.sort((a, b) => a - b)
console.log(
  `\nOver ${cars} cars of the demo; median ${(timed[Math.floor(timed.length / 2)] ?? 0).toFixed(2)} ms a phrase.`,
)
const open = process.argv[2] === 'all' ? all.filter((v) => !v.understood) : all.filter((v) => v.misread)
for (const { typed, meant, read } of open) console.log(`\n${typed}\n  means ${meant}\n  read  ${read}`)
if (process.argv[2] === 'all') {
  for (const { typed, read } of all.filter((v) => v.cars === 0))
    console.log(`\nno car: ${typed}\n  read  ${read}`)
}
const over = (of: (v: Verdict) => boolean, share: number) => all.filter(of).length > all.length * share
if (over((v) => v.needlessZero, most.needlessZero) || over((v) => v.misread, most.misread))
  process.exitCode = 1
