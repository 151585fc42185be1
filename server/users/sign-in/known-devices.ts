import { truthOf } from '../../kernel/db/lists.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { keyedHash } from '../../kernel/secrets.ts'

/**
 * Devices on which an account has signed in. The device id is random and never shown, so an attacker on another device does
 * not know it.
 */

const hashOf = (secret: string, device: string): string => keyedHash(secret, `device ${device}`)

/** Characters of the shortest device id that counts; a shorter id could be guessed. */
const shortest = 16

export async function isKnownDevice(
  sql: Sql,
  o: { secret: string; emailKey: string; device: string | undefined },
): Promise<boolean> {
  // The query runs even without a device, so that the response time reveals nothing.
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

/** Returns the name of a browser as people know it, such as "Chrome on Android"; takes no text from the user agent. */
export function deviceWords(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 400)
  const [browser, system] = [named(browsers, text), named(systems, text)]
  if (browser === undefined) return system ?? 'Another device'
  return system === undefined ? browser : `${browser} on ${system}`
}
