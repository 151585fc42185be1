// A process that writes rows until it is killed, and prints each when the database has acknowledged it.
import { pathToFileURL } from 'node:url'
import { openEmbedded } from '../../server/kernel/db/embedded.ts'

const [dir = '', from = '0', worker] = process.argv.slice(2)
const onError = (error: Error): void => {
  throw error
}
const { pool } = await openEmbedded(dir, {
  onError,
  ...(worker === undefined ? {} : { worker: pathToFileURL(worker) }),
})
for (let i = Number(from); ; i += 1) {
  await pool.query({ name: 'add', text: 'insert into settings values ($1, $2)', values: [`k${i}`, `"${i}"`] })
  if (i % 3 === 0)
    await pool.query('update settings set value = value || \'["seen"]\' where name = $1', [`k${i}`])
  process.stdout.write(`${i}\n`)
  if (i % 17 === 0) await pool.query('checkpoint')
  if (i % 29 === 0) await pool.query('vacuum analyze settings')
}
