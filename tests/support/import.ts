import { setTimeout as pause } from 'node:timers/promises'
import { basePath } from '#contract/http.ts'
import { type ImportJob, importRoutes } from '#contract/selling/import.ts'
import type { User } from '#contract/users/users.ts'
import type { TestServer } from './api.ts'

/** Sends tables as a dealer's program does, and waits for the result. */

export interface Sent {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: { data: ImportJob; code?: string; msg: string }
}

export const tableHead = 'stock,make,model,year,price,mileage,fuel,gearbox,colour\n'
/** Returns a row with a car that the data of tests/support/cars.ts contains. */
export const tableRow = (
  n: number,
  over: { price?: number; model?: string; stock?: string; mileage?: string } = {},
): string =>
  `${over.stock ?? `S${n}`},bmw,${over.model ?? 'x5'},2019,${over.price ?? 100_000 + n},${over.mileage ?? 40_000 + n},Diesel,Manual,white\n`
export const tableOf = (count: number): string =>
  tableHead + Array.from({ length: count }, (_, i) => tableRow(i + 1)).join('')

export async function sendTable(
  server: TestServer,
  who: User,
  payload: string | Buffer,
  o: { query?: string; key?: string; type?: string } = {},
): Promise<Sent> {
  const answer = await server.app.inject({
    method: 'POST',
    url: `${basePath}cars/import?${o.query ?? ''}`,
    headers: {
      authorization: `Bearer ${await server.token(who)}`,
      'content-type': o.type ?? 'text/csv',
      ...(o.key !== undefined && { 'idempotency-key': o.key }),
    },
    payload,
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

export async function jobNow(server: TestServer, who: User, id: string): Promise<ImportJob> {
  const answer = await server.call(importRoutes.getImport, { params: { id }, token: await server.token(who) })
  return answer.reply.data
}

/** Returns the job when it has ended. */
export async function jobDone(server: TestServer, who: User, id: string): Promise<ImportJob> {
  for (;;) {
    const job = await jobNow(server, who, id)
    if (job.state === 'done' || job.state === 'failed') return job
    await pause(10)
  }
}

/** Sends a table and waits until the import has ended. */
export async function imported(
  server: TestServer,
  who: User,
  payload: string | Buffer,
  query = '',
): Promise<ImportJob> {
  const sent = await sendTable(server, who, payload, { query })
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.body))
  return jobDone(server, who, sent.body.data._id)
}
