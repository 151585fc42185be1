import type { Deps } from '../kernel/deps.ts'

const day = 86_400_000
/** Days a device is known after its last sign-in, and a link is remembered after its end. */
const lives = { device: 365, link: 7 } as const

/** Forgets sessions and throttles that are over, old links and devices. */
export async function forgetAccountTraces({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = (days: number) => new Date(now().getTime() - days * day)
  await db.run({ text: 'delete from sessions where expires_at < $1', values: [now()] })
  await db.run({ text: 'delete from throttles where full_at < $1', values: [now()] })
  await db.run({ text: 'delete from account_links where expires_at < $1', values: [before(lives.link)] })
  await db.run({ text: 'delete from known_devices where seen_at < $1', values: [before(lives.device)] })
}
