import { truthOf } from '../../kernel/db/lists.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { keyedHash } from '../../kernel/secrets.ts'

/**
 * Devices on which an account was signed in. A phone's name for itself is random and never shown to anybody, so who
 * guesses passwords elsewhere does not have it.
 */

const hashOf = (secret: string, device: string): string => keyedHash(secret, `device ${device}`)

/** Shorter names might be guessed. */
const shortest = 16

export async function isKnownDevice(
  sql: Sql,
  o: { secret: string; emailKey: string; device: string | undefined },
): Promise<boolean> {
  // Asked in any case: it takes as long for everybody.
  return truthOf(sql)`select exists (select 1 from known_devices d join users u on u.id = d.user_id
    where u.email_key = ${o.emailKey} and d.device_hash = ${hashOf(o.secret, o.device ?? '')}) as known`
}

export async function rememberDevice(
  sql: Sql,
  o: { secret: string; user: string; device: string | undefined; now: Date },
): Promise<void> {
  if (o.device === undefined || o.device.length < shortest) return
  await sql.exec`insert into known_devices (user_id, device_hash, seen_at)
    values (${o.user}, ${hashOf(o.secret, o.device)}, ${o.now}) on conflict (user_id, device_hash) do update
    set seen_at = excluded.seen_at`
}

/** After a password was changed no device counts but the one it was changed on. */
export async function forgetDevices(sql: Sql, user: string): Promise<void> {
  await sql.exec`delete from known_devices where user_id = ${user}`
}

const browsers: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
]
const named = (list: readonly [RegExp, string][], text: string): string | undefined =>
  list.find(([pattern]) => pattern.test(text))?.[1]

/** A browser in words that people know, such as "Chrome on Android"; nothing of what it calls itself. */
export function deviceWords(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 400)
  const [browser, system] = [named(browsers, text), named(systems, text)]
  if (browser === undefined) return system ?? 'Another device'
  return system === undefined ? browser : `${browser} on ${system}`
}
