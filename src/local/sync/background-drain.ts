import type { Env } from '../platform/env.ts'
import { skipBackoff } from '../outbox/item-actions.ts'
import { meta, numberOf, setNumber, textIn, type OwnStore, type OwnTx } from '../outbox/command.ts'
import { backlog } from '../outbox/sending/turn.ts'
import { createPrepare } from '../upload/prepare.ts'
import { renewalOf } from '../session/authed-request.ts'
import { type Renewal, isExpired, isRenewable, readToken } from '../session/session.ts'
import { createDeliver, underLogin } from './deliver.ts'
import { drainOnce } from './drain.ts'
import { webLock } from './locks.ts'
import { createServerClock, offsetRow } from './reachability.ts'

/** Ports for sending without a page. */
export type BackgroundDrainEnv = Pick<
  Env,
  'fetch' | 'now' | 'random' | 'setTimeout' | 'clearTimeout' | 'locks'
>

export interface BackgroundDrain {
  partition: string
  store: OwnStore
  env: BackgroundDrainEnv
  /** Time by the phone's clock at which the browser ends the worker. */
  end: number
  log: (event: string, about?: string) => void
}

/** Sends the waiting items of one partition; true when no item is left that sending could help. */
export async function drainInBackground({
  partition,
  store,
  env,
  end,
  log,
}: BackgroundDrain): Promise<boolean> {
  // Reading needs no leadership; taking the lead writes.
  if ((await backlog(store, true)).waiting === 0) return true
  // Browsers without locks wake no workers either, so a page sends.
  if (!env.locks) return false
  const known = await store.transaction('read', ['meta'], async (tx) => ({
    offset: await numberOf(tx, offsetRow),
    device: (await textIn(tx, 'device')) ?? partition,
  }))
  const clock = createServerClock(env.now, known.offset)
  const token = async () => {
    const text = await store.transaction('read', ['meta'], (tx) => textIn(tx, meta.token))
    const claims = text === undefined ? undefined : readToken(text)
    // The phone's own clock may be years wrong (I19), so the server time decides. An expired token is exchanged after the server
    // refuses it.
    return text !== undefined && claims && (!isExpired(claims, clock.now()) || isRenewable(text))
      ? { token: text, sub: claims.sub }
      : undefined
  }
  const isMine = async (tx: OwnTx, text: string) => (await textIn(tx, meta.token)) === text
  async function renewed(refused: string): Promise<Renewal> {
    const newest = await token()
    if (!newest) return { is: 'over' }
    if (newest.token !== refused) return { is: 'new', token: newest.token }
    const renewal = await renewalOf({ http, device: known.device }, refused)
    if (renewal.is !== 'new') return renewal
    return store.transaction('write', ['meta'], async (tx): Promise<Renewal> => {
      // The person left, or the page has stored a newer token.
      if (!(await isMine(tx, refused))) return { is: 'unknown' }
      await tx.put('meta', { k: meta.token, v: renewal.token })
      return renewal
    })
  }
  // The wake-up suggests that sending may work now; a pause that the server requested continues.
  await skipBackoff(store, env.now())
  const mayGoOn = () => env.now() < end
  const http = {
    fetch: env.fetch,
    setTimeout: env.setTimeout,
    clearTimeout: env.clearTimeout,
    observe: ({ date }: { date: number | undefined }) => {
      if (date !== undefined) clock.observe(date)
    },
  }
  const ports = {
    http,
    renewed,
    // The page may have stored a newer token, so only the refused one is deleted.
    drop: (refused: string) =>
      store.transaction('write', ['meta'], async (tx) => {
        if (await isMine(tx, refused)) await tx.delete('meta', meta.token)
      }),
  }
  const { waiting } = await drainOnce({
    partition,
    store,
    lock: webLock(env.locks),
    token,
    send: createDeliver({ ...ports, device: known.device }),
    prepare: createPrepare({
      http,
      store,
      now: env.now,
      mayGoOn,
      signed: (given) => underLogin(given, ports),
    }),
    now: env.now,
    random: env.random,
    log,
    mayGoOn,
  })
  if (clock.offset() !== known.offset)
    await store.transaction('write', ['meta'], (tx) => setNumber(tx, offsetRow, clock.offset()))
  return waiting === 0
}
