import { z } from 'zod/mini'
import { markets } from './values/region.ts'
import { id, okShape, route } from './parts.ts'
import { plainCalls } from './plain-calls.ts'
import { textList } from './values/list-inputs.ts'

export const model = z.object({ _id: id, modeltitle: z.string() })
/** R-ENT-13 */
export const brand = z.object({
  _id: id,
  maketitle: z.string(),
  count_models: z.int(),
  models: z.array(model),
})
/** R-ENT-14 */
const carType = z.object({ _id: id, name: z.string() })
/** R-ENT-15 */
export const province = z.object({ _id: id, state_name: z.string(), country: z.enum(['ZA', 'NG']) })
/** R-ENT-16; coordinates in degrees, absent when only the city's name is known. */
export const city = z.object({
  _id: id,
  city_name: z.string(),
  state_id: id,
  lat: z.optional(z.number()),
  lng: z.optional(z.number()),
})
/** Store of the chats (R-EXT-03). All of these values are public: the rules of the store control who reads and writes. */
const chatSettings = z.discriminatedUnion('store', [
  z.object({ store: z.literal('embedded') }),
  z.object({
    store: z.literal('firestore'),
    projectId: z.string(),
    apiKey: z.string(),
    appId: z.string(),
    /** For networks that buffer streamed responses. */
    longPolling: z.boolean(),
    /** host:port of the Firestore emulator, which needs no sign-in; only on developers' machines. */
    emulator: z.optional(z.string()),
  }),
])
export type ChatSettings = z.output<typeof chatSettings>

/** R-NAV-45, R-NAV-47 */
export const siteSettings = z.object({
  name: z.string(),
  tagline: z.string(),
  market: z.enum(markets),
  address: z.string(),
  email: z.string(),
  phone: z.string(),
  social: z.array(z.object({ name: z.string(), url: z.string() })),
  stores: z.object({ android: z.string(), ios: z.string() }),
  /** Whether the site offers demo sign-ins. */
  demo: z.boolean(),
  /** Absent in settings that a phone stored from an older server. */
  chat: z._default(chatSettings, { store: 'embedded' }),
})

export type Brand = z.output<typeof brand>
export type Province = z.output<typeof province>
export type City = z.output<typeof city>
export type SiteSettings = z.output<typeof siteSettings>

export const referenceRoutes = {
  getAllMakes: route('GET common/get-all-makes', 'R-API-04', { auth: 'none', data: z.array(brand) }),
  /** `id` is the id or the title of a make. */
  getSingleMake: route('GET common/get-single-make/:id', 'R-API-05', {
    auth: 'none',
    params: { id },
    data: brand,
  }),
  getAllCarTypes: route('GET common/get-all-car-types', 'R-API-06', { auth: 'none', data: z.array(carType) }),
  /** Returns the ids of verified dealers, for a search that is limited to their cars. */
  getVerifiedDealers: route('GET common/verified-dealers', 'own:verified-dealers', {
    auth: 'none',
    data: z.array(id),
  }),
  getSiteSettings: { ...plainCalls.getSiteSettings, reply: z.object({ ...okShape, data: siteSettings }) },
  getAllStates: route('GET city_state/get-all-states', 'R-API-07', { auth: 'none', data: z.array(province) }),
  /** `state_ids` takes ids or names. A comma-separated text counts as a list, an unreadable value as an empty list (R-VAL-11). */
  getCitiesByStateIds: route('POST city_state/get-cities-by-state-ids', 'R-API-08', {
    auth: 'none',
    body: z.object({
      state_ids: textList,
    }),
    data: z.array(city),
  }),
}
