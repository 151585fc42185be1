import { fork } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { migrate } from '../server/kernel/db/migrate.ts'
import { openDb } from '../server/kernel/db/open.ts'
import type { Db } from '../server/kernel/db/sql.ts'
import type { Job, Start } from './start/once.ts'
import { fillMany } from './start/world.ts'

/**
 * Measures the time from a start until lists come from memory: from the database alone, and from the index file, without
 * changes since the file was written and with one car in a hundred changed. `-- start 1000000` sets the number of cars; the
 * first run fills the database and later runs reuse it. Times are never judged.
 */
const cars = Number(process.argv[2] ?? process.env['START_CARS'] ?? 100_000)
const rounds = Number(process.env['START_ROUNDS'] ?? 3)
const dir = join('node_modules/.cache/motorkin', `bench-start-${cars}`)
const file = resolve(dir, 'list-index')

async function withDb(work: (db: Db) => Promise<unknown>): Promise<void> {
  const db = await openDb({ dataDir: dir, databaseUrl: undefined }, { info: () => {}, error: console.error })
  await work(db)
  await db.close()
}

async function start(job: Omit<Job, 'dir'>): Promise<Start> {
  const child = fork(join(import.meta.dirname, 'start/once.js'))
  return new Promise((done, fail) => {
    child.once('message', (heard: Start) => done(heard))
    child.once('exit', (code) => fail(new Error(`The server ended with ${code}.`)))
    child.send({ dir, ...job } satisfies Job)
  })
}

const ms = (n: number) => (n < 10 ? n.toFixed(1) : n.toFixed(0)).padStart(7)
function say(name: string, s: Start): void {
  console.log(
    `${name.padEnd(44)} lists from memory after ${ms(s.memory)} ms (processor ${ms(s.cpu)} ms), longest pause ${ms(s.pause)} ms; ` +
      `a list until then ${s.before === undefined ? '      –' : ms(s.before)} ms (${s.refused} refused), from then on ${ms(s.after)} ms ` +
      `(listens ${ms(s.open)} ms after the process began, ${s.rss.toFixed(0)} MB)`,
  )
}

mkdirSync(dir, { recursive: true })
await withDb(async (db) => {
  await migrate(db)
  const begun = performance.now()
  const added = await fillMany(db, cars)
  const took = (performance.now() - begun) / 1000
  if (added > 0)
    console.log(
      `${added.toLocaleString('en')} cars filled in after ${took.toFixed(0)} s, ${(added / took).toFixed(0)} a second`,
    )
})
console.log(
  `load of this machine ${loadavg()
    .map((l) => l.toFixed(1))
    .join(' ')}; ${cars.toLocaleString('en')} cars in the embedded database`,
)
rmSync(file, { force: true })
rmSync(`${file}.new`, { force: true })
const plain = await start({ file, write: true })
say('from the database', plain)
const { write } = plain
if (write)
  console.log(
    `the file has ${(write.bytes / 2 ** 20).toFixed(1)} MB and is written in ${ms(write.ms)} ms beside everything else, longest pause ${ms(write.pause)} ms`,
  )
const starts: Start[] = []
for (let round = 0; round < rounds; round += 1) {
  const one = await start({ file, write: false })
  if (!one.fromFile) throw new Error('The file was not used.')
  starts.push(one)
  say('from the file', one)
}
await withDb((db) =>
  db.run({
    text: `update cars set price = price + 1 where id in (select id from cars where status = 'active' order by id limit $1)`,
    values: [Math.ceil(cars / 100)],
  }),
)
const changed = await start({ file, write: false })
say('from the file, one car in a hundred changed', changed)
const middle = [...starts].sort((a, b) => a.memory - b.memory)[Math.floor(starts.length / 2)]
if (middle) console.log(`${(plain.memory / middle.memory).toFixed(1)} times as soon from the file`)
