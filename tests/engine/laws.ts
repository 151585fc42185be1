import { z } from 'zod/mini'
import type { OutboxItem } from '../../src/local/database/records.ts'
import type { History, Intent } from './history.ts'
import type { RealServer } from './real-server.ts'

/** The laws, checked against the rows of the server's database and of the phone's databases. */

const stopped = new Set(['rejected', 'conflict', 'quarantine'])
const finished = new Set(['done', ...stopped])

export async function broken(market: RealServer, history: History): Promise<string[]> {
  const wrong: string[] = []
  const { db } = market.server
  const { intents, removed, users, phone, elsewhere, decided } = history
  const items = new Map((await phone.items(users)).map((item) => [item.id, item]))
  const count = async (text: string, value: string) =>
    (
      await db.row(z.object({ n: z.int() }), {
        text: `select count(*)::int as n from ${text}`,
        values: [value],
      })
    )?.n ?? 0

  for (const item of items.values()) {
    if (!finished.has(item.state) && !behindADecision(item, items.values()))
      wrong.push(`I10: ${item.kind} ${item.id} is still ${item.state} ${item.hold ?? ''}`)
    if (item.state === 'quarantine') wrong.push(`I5: ${item.id} was put aside`)
  }
  for (const { id, act } of intents) {
    if (act.do !== 'enquiry' && act.do !== 'contact') continue
    const table = act.do === 'enquiry' ? 'enquiries' : 'contact_messages'
    const rows = await count(`${table} where client_ref = $1`, id)
    const state = items.get(id)?.state
    const how = removed.get(id)
    const wanted = state === 'done' ? 1 : 0
    if (state === undefined && how === undefined) wrong.push(`I1: ${id} is lost`)
    if (rows !== wanted)
      wrong.push(`I2: ${act.do} ${id} is ${state ?? how ?? 'nowhere'} and has ${rows} rows`)
    if (how === 'removed' && rows > 0) wrong.push(`I8: ${id} was taken back and arrived`)
  }
  wrong.push(...(await hearts(market, history)))
  for (const adId of new Set(intents.flatMap(({ adId: one }) => one ?? []))) {
    const ad = await db.row(
      z.object({
        version: z.int(),
        address: z.string(),
        engine: z.string(),
        description: z.string(),
        status: z.string(),
      }),
      {
        text: 'select version, address, engine, description, status from cars where id = $1',
        values: [adId],
      },
    )
    const mine = intents.filter((one) => one.adId === adId)
    const states = mine.map(({ id }) => items.get(id)?.state)
    const why = mine.map(({ id }) => JSON.stringify(items.get(id)?.lastError)).join()
    const untouched = !mine.some(({ id }) => removed.has(id) || decided.has(id))
    const erased = mine.some(({ act }) => act.do === 'erase')
    if (untouched && !erased && !ad) wrong.push(`I1: ${adId} does not exist: ${states.join()} ${why}`)
    const waits = mine.some(({ id }) => {
      const item = items.get(id)
      return item !== undefined && !finished.has(item.state) && behindADecision(item, items.values())
    })
    if (untouched && erased && ad && !waits) wrong.push(`I4: ${adId} still exists: ${states.join()}`)
    if (!ad) continue
    for (const field of ['address', 'engine', 'description'] as const) {
      const owner = mine.findLast(({ patch }) => patch?.[field] === ad[field])
      const later = elsewhere.filter((one) => one.adId === adId && one.field === field)
      // Only a decision of the person may replace a later value of another device with a value of this phone.
      const overwritten = owner && later.find(({ at }) => at > owner.at)
      const wasApplied = owner && (await appliedBefore(market, adId, overwritten?.value))
      if (owner && overwritten && wasApplied && !decided.has(owner.id)) {
        wrong.push(`I9: ${adId} ${field} ${String(ad[field])} went over ${overwritten.value} unseen`)
      }
      if (later.length > 0 || !untouched || states.some((state) => state !== 'done')) continue
      const last = mine.findLast(({ patch }) => patch && field in patch)?.patch?.[field] as string | undefined
      if (last !== undefined && ad[field] !== last)
        wrong.push(`I4: ${adId} ${field} is ${ad[field]}, not ${last}`)
    }
    wrong.push(...(await atRest(history, mine, adId, ad)))
  }
  return wrong
}

/** Whether an earlier item of the same lane waits for a person's decision and so blocks the lane. */
const behindADecision = (item: OutboxItem, all: Iterable<OutboxItem>) =>
  [...all].some((one) => one.lane === item.lane && one.seq < item.seq && stopped.has(one.state))

/** Whether the server ever had a value of another device; if not, the value cannot be the last one. */
async function appliedBefore(market: RealServer, adId: string, value: string | undefined): Promise<boolean> {
  if (value === undefined) return false
  const row = await market.server.db.row(z.object({ n: z.int() }), {
    text: `select count(*)::int as n from cars where id = $1 and $2 not in (address, engine, description)`,
    values: [adId, value],
  })
  return (row?.n ?? 0) > 0
}

async function hearts(market: RealServer, { intents, removed, users, phone }: History): Promise<string[]> {
  const wrong: string[] = []
  const items = new Map((await phone.items(users)).map((item) => [item.id, item.state]))
  for (const user of users) {
    const rows = await market.server.db.rows(z.object({ car_id: z.string() }), {
      text: 'select car_id from favourites where user_id = $1 and wanted',
      values: [user.id],
    })
    const on = new Set(rows.map((row) => row.car_id))
    market.cars.forEach((car, place) => {
      const taps = intents.filter(
        (one) => one.user?.id === user.id && one.act.do === 'heart' && one.act.car === place,
      )
      // After a withdrawal the wanted state is unknown.
      if (taps.some(({ id }) => removed.has(id) || items.get(id) === 'rejected')) return
      const last = taps.at(-1)?.act
      const want = last?.do === 'heart' && last.want
      if (on.has(car) !== want) wrong.push(`I4: heart ${car} of ${user.id} is ${String(on.has(car))}`)
    })
  }
  return wrong
}

/** Checks that the phone's copy equals the server's row, or an older version of it, after everything is done (I18). */
async function atRest(
  { phone, users }: History,
  mine: readonly Intent[],
  adId: string,
  ad: { version: number; engine: string },
): Promise<string[]> {
  const user = users.find(({ id }) => id === mine[0]?.user?.id)
  const row = user && (await phone.entities(user)).find(({ k }) => k === `car:${adId}`)
  if (!row || row.gone) return []
  if (row.version > ad.version) return [`I18: ${adId} is ${row.version} here and ${ad.version} there`]
  const differs = row.version === ad.version && row.fields['engine'] !== ad.engine
  return differs ? [`I18: ${adId} differs at version ${row.version}`] : []
}
