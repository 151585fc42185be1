import type { Fields } from '#contract/commands.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { Base, OwnTables } from '../../../src/local/database/records.ts'
import { ownSchema } from '../../../src/local/database/schema.ts'
import { putEntity } from '../../../src/local/outbox/command.ts'
import { entityView } from '../../../src/local/outbox/view.ts'
import { createPhone, no, ok, type Sent } from './phone.ts'

/** One ad on a server with versions, and a phone that changes it. */
export const adId = 'ad-1'
export const lane = `car:${adId}`
export const title = 'A car'

export function createAds(fields: Fields | null = { title: 'Polo', price: 100, mileage: '10 Km' }) {
  const store = memoryStore<OwnTables>(ownSchema)
  const phone = createPhone({ store })
  const server = { version: fields ? 1 : 0, fields: { ...fields } as Record<string, unknown>, gone: false }

  function change(patch: Fields) {
    server.version++
    server.fields = { ...server.fields, ...patch }
  }
  const now = () => ({ version: server.version, fields: { ...server.fields } })
  const answer = () => ok({ data: { _id: adId, ...now() } })
  /** A small version of the real server's behaviour. */
  phone.answer = ({ item }: Sent) => {
    if (item.cancel) return ok({ data: { state: 'void' } })
    if (server.gone) return no(410, 'gone')
    if (item.kind === 'ad.create') {
      change((item.payload as { ad: Fields }).ad)
      return answer()
    }
    if (item.kind === 'ad.delete') {
      server.gone = true
      return ok()
    }
    if (item.base && item.base.version !== server.version) {
      return no(409, 'version_conflict', { current: now() })
    }
    if ('patch' in item.payload) change(item.payload.patch)
    if (item.kind === 'ad.status') change({ status: (item.payload as { want: string }).want })
    return answer()
  }
  const saw = (): Promise<Base> =>
    store.transaction('read', ['entities', 'outbox'], async (tx) => {
      const row = await tx.get('entities', lane)
      const seen = entityView(row, await tx.list('outbox', { index: 'lane', only: lane }))
      return { version: row?.version ?? 0, snapshot: seen?.fields ?? {} }
    })
  return {
    phone,
    server,
    store,
    now,
    /** Changes the ad from another device. */
    elsewhere: change,
    saw,
    /** Refreshes the ad on this phone. */
    look: () => store.transaction('write', ['entities'], (tx) => putEntity(tx, lane, now(), phone.now)),
    seen: () =>
      store.transaction('read', ['entities', 'outbox'], async (tx) =>
        entityView(await tx.get('entities', lane), await tx.list('outbox', { index: 'lane', only: lane })),
      ),
    edit: async (patch: Fields, base?: Base): Promise<string> =>
      phone.put('ad.edit', { adId, title, patch }, undefined, { base: base ?? (await saw()) }),
    status: async (want: 'active' | 'sold' | 'inactive') =>
      phone.put('ad.status', { adId, title, want }, undefined, { base: await saw() }),
    create: (ad: Fields) => phone.put('ad.create', { adId, title, ad, imageIds: [] }),
    erase: () => phone.put('ad.delete', { adId, title }),
    bodies: () => phone.sent.map(({ item }) => [item.kind, item.payload, item.base?.version]),
    kinds: () => phone.sent.map(({ item }) => item.kind),
  }
}
