// Lets something be tried a few times at once and then at a steady pace, for all processes together. One row a key: the
// moment until which what was tried is paid for.
import { createHmac } from 'node:crypto'
import { z } from 'zod/mini'
import type { Sql } from '../../kernel/db/sql.ts'

export interface Pace {
  /** Tries at once. */
  burst: number
  /** Seconds after which one more is granted. */
  every: number
}

/** Who and what a throttle is about, unreadable in the table. */
export const throttleKey = (secret: string, ...parts: string[]): string =>
  createHmac('sha256', secret)
    .update(`throttle ${JSON.stringify(parts)}`)
    .digest('base64url')

const until = z.object({ full_at: z.date() })

/** Uses up one try; else the seconds to wait, and nothing is used up. */
export async function takeTurn(sql: Sql, key: string, { burst, every }: Pace, now: Date): Promise<number> {
  const ahead = (burst - 1) * every
  // Farther than tries can lead: the clock was set back.
  const impossible = (burst + 1) * every
  const taken = await sql.row(until, {
    text: `insert into throttles as t (key, full_at) values ($1, $2::timestamptz + make_interval(secs => $3))
      on conflict (key) do update
        set full_at = make_interval(secs => $3) + case
          when t.full_at > $2::timestamptz + make_interval(secs => $5) then $2::timestamptz
          else greatest(t.full_at, $2::timestamptz) end
        where t.full_at <= $2::timestamptz + make_interval(secs => $4)
          or t.full_at > $2::timestamptz + make_interval(secs => $5)
      returning full_at`,
    values: [key, now, every, ahead, impossible],
  })
  if (taken) return 0
  const full = await sql.row(until, { text: 'select full_at from throttles where key = $1', values: [key] })
  const wait = ((full?.full_at.getTime() ?? 0) - now.getTime()) / 1000 - ahead
  return Math.max(1, Math.ceil(wait))
}

/** Gives a try back. */
export async function giveBack(sql: Sql, key: string, { every }: Pace): Promise<void> {
  await sql.run({
    text: 'update throttles set full_at = full_at - make_interval(secs => $2) where key = $1',
    values: [key, every],
  })
}

export async function clearThrottle(sql: Sql, key: string): Promise<void> {
  await sql.run({ text: 'delete from throttles where key = $1', values: [key] })
}
