import fc from '../support/property.ts'
import type { Fields } from '#contract/commands.ts'
import type { User } from '#contract/users/users.ts'
import type { PutResult } from '../../src/local/outbox/view.ts'
import { testImage } from '../support/writes.ts'
import type { RealServer } from './real-server.ts'
import { TestPhone, type Fault, type Tab } from './phone.ts'

/** The acts of a person, a second tab, the worker, another device and the network. */
export type Act =
  | { do: 'heart'; tab: number; car: number; want: boolean }
  | { do: 'enquiry' | 'contact'; tab: number; car: number }
  | { do: 'create' | 'erase' | 'elsewhere'; tab: number; ad: number }
  | { do: 'edit'; tab: number; ad: number; field: number }
  | { do: 'status'; tab: number; ad: number; want: 'sold' | 'inactive' | 'active' }
  | { do: 'profile'; tab: number }
  | { do: 'takeBack' | 'again' | 'decide'; tab: number; place: number; how: number }
  | { do: 'login'; user: number }
  | { do: 'logout' | 'worker' | 'arrive' | 'newTab' | 'noSignal' | 'signal' }
  | { do: 'crash'; tab: number }
  | { do: 'kick'; tab: number; drained: boolean }
  | { do: 'faults'; faults: Fault[] }

const tab = fc.nat(1)
const place = fc.nat(9)
const ad = fc.nat(1)
const fault = fc.constantFrom<Fault>(
  'ok',
  'ok',
  'requestLost',
  'answerLost',
  'twice',
  'late',
  'failure',
  'portal',
  'redirect',
)
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('heart' as const), tab, car: fc.nat(2), want: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('enquiry', 'contact'), tab, car: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('create' as const), tab, ad }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('edit' as const), tab, ad, field: fc.nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('status' as const),
      tab,
      ad,
      want: fc.constantFrom('sold', 'inactive', 'active'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), tab, ad }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('elsewhere' as const), tab, ad }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('profile' as const), tab }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('takeBack', 'again', 'decide'), tab, place, how: fc.nat(3) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('login' as const), user: fc.nat(1) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('logout', 'worker', 'arrive', 'newTab', 'noSignal', 'signal'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('crash' as const), tab }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('kick' as const), tab, drained: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('faults' as const),
      faults: fc.array(fault, { minLength: 1, maxLength: 5 }),
    }),
  },
)
export const histories = fc.array(act, { minLength: 5, maxLength: 22, size: 'max' })

type Written = Extract<
  Act,
  { do: 'heart' | 'enquiry' | 'contact' | 'create' | 'edit' | 'status' | 'erase' | 'elsewhere' | 'profile' }
>

/** An item that the app reported as saved. */
export interface Intent {
  id: string
  user: User | undefined
  act: Act
  /** Id of the changed ad; its owner is `user`. */
  adId?: string
  patch?: Fields
  at: number
}

const adFields: Fields = {
  title: '2020 BMW X5',
  condition: 'Used',
  year: 2020,
  make: 'BMW',
  model: 'X5',
  bodytype: 'SUV',
  mileage: '68 123 Km',
  fueltype: 'Diesel',
  engine: '1.6L',
  transmission: 'Automatic',
  drive: '4WD',
  exteriorcolor: 'White',
  interiorcolor: 'Black',
  price: 450_000,
  description: 'A car.',
  carfeatures: ['Bluetooth'],
  address: '1 Main Road',
  province: 'Gauteng',
  city: 'Pretoria',
}
const editable = ['address', 'engine', 'description'] as const

type EngineOf = Awaited<ReturnType<Tab['app']['load']>>

export class History {
  readonly phone: TestPhone
  readonly intents: Intent[] = []
  readonly removed = new Map<string, string>()
  readonly decided = new Set<string>()
  readonly elsewhere: { adId: string; field: string; value: string; at: number }[] = []
  readonly users: readonly User[]
  private readonly market: RealServer
  private readonly name: string
  private user: User | undefined
  private clock = 0

  constructor(market: RealServer, name: string, users: readonly User[], address: string) {
    this.market = market
    this.name = name
    this.users = users
    this.phone = new TestPhone(market, address)
  }
  private note(result: PutResult, intent: Omit<Intent, 'id' | 'at' | 'user'>) {
    if (result.ok) this.intents.push({ ...intent, id: result.id, user: this.user, at: ++this.clock })
  }
  private adOf(n: number) {
    return `${this.name}-${this.user?.id.at(-1) ?? 'x'}-ad-${n}`
  }
  /** Performs one act, and waits for it only as long as a person would. */
  async act(a: Act): Promise<void> {
    const { phone } = this
    if (a.do === 'faults') return void phone.faults.push(...a.faults)
    if (a.do === 'login') return this.login(this.users[a.user])
    if (!('tab' in a)) return this.happen(a.do)
    if (a.do === 'crash') return phone.tab(a.tab).close()
    const { app } = phone.tab(a.tab)
    const engine = await app.load()
    if (a.do === 'kick') {
      phone.skew += 11_000
      app.kick('manual')
      if (a.drained) await engine.drained()
      return
    }
    if ('place' in a) {
      const entry = app.views.get().outbox[a.place]
      if (!entry) return
      if (a.do === 'again') return engine.retry(entry.id)
      if (a.do === 'takeBack') return void this.removed.set(entry.id, await engine.remove(entry.id))
      const how = (['mine', 'theirs', 'values', 'draft'] as const)[a.how] ?? 'mine'
      const values = { address: 'chosen', engine: 'chosen', description: 'chosen' }
      const choice = how === 'values' ? { how, values } : { how }
      if (await engine.resolve(entry.id, choice)) this.decided.add(entry.id)
      return
    }
    await this.write(a, engine)
  }
  private async happen(
    what: 'logout' | 'worker' | 'arrive' | 'newTab' | 'noSignal' | 'signal',
  ): Promise<void> {
    const { phone } = this
    if (what === 'noSignal' || what === 'signal') phone.signal = what === 'signal'
    if (what === 'newTab' && phone.tabs.length < 2) phone.open()
    if (what === 'worker') await phone.worker()
    if (what === 'arrive') await phone.arrive()
    if (what === 'logout') {
      this.user = undefined
      await phone.signOut()
    }
  }
  private async write(a: Written, engine: EngineOf): Promise<void> {
    const { put } = engine
    const seen = (lane: string) => engine.views.read().then((views) => views.entities.get(lane))
    switch (a.do) {
      case 'heart': {
        const carId = this.market.cars[a.car] ?? ''
        this.note(await put('fav.set', { carId, want: a.want ? 'yes' : 'no' }), { act: a })
        return
      }
      case 'enquiry': {
        const carId = this.market.cars[a.car] ?? ''
        const words = { name: 'Ada', email: 'ada@example.com', countryCode: '+234', gsm: '803123456' }
        const message = `Hello ${++this.clock}`
        this.note(await put('enquiry.send', { carId, carTitle: '', ...words, message }), { act: a })
        return
      }
      case 'contact': {
        const message = `Contact ${++this.clock}`
        const form = { fullname: 'Ada', email: 'ada@example.com', mobile_number: '803123456', subject: 'Hi' }
        this.note(await put('contact.send', { ...form, message }), { act: a })
        return
      }
      case 'create': {
        const adId = this.adOf(a.ad)
        if (!this.user || this.intents.some((i) => i.adId === adId && i.act.do === 'create')) return
        const ad = { ...adFields, title: `2020 BMW X5 ${adId}` }
        const payload = { adId, title: '', ad, imageIds: [testImage] }
        this.note(await put('ad.create', payload), { act: a, adId })
        return
      }
      case 'edit': {
        const adId = this.adOf(a.ad)
        const shown = await seen(`car:${adId}`)
        if (!this.user || !shown || shown.deleted) return
        const patch = { [editable[a.field] ?? 'engine']: `v${++this.clock}` }
        const base = { version: shown.version ?? 0, snapshot: shown.fields }
        this.note(await put('ad.edit', { adId, title: '', patch }, base), { act: a, adId, patch })
        return
      }
      case 'status': {
        const adId = this.adOf(a.ad)
        const shown = await seen(`car:${adId}`)
        if (!this.user || !shown || shown.deleted) return
        const base = { version: shown.version ?? 0, snapshot: shown.fields }
        this.note(await put('ad.status', { adId, title: '', want: a.want }, base), { act: a, adId })
        return
      }
      case 'erase': {
        const adId = this.adOf(a.ad)
        if (!this.user || !(await seen(`car:${adId}`))) return
        this.note(await put('ad.delete', { adId, title: '' }), { act: a, adId })
        return
      }
      case 'elsewhere':
        return this.editElsewhere(this.adOf(a.ad))
      case 'profile': {
        if (!this.user) return
        const patch = { fullname: `Name ${++this.clock}` }
        this.note(await put('profile.edit', { uid: this.user.id, patch }), { act: a, patch })
        return
      }
    }
  }
  /** Another device of the same person changes a field, based on the current version. */
  private async editElsewhere(adId: string): Promise<void> {
    if (!this.user) return
    const field = editable[this.clock % editable.length] ?? 'engine'
    const value = `other${++this.clock}`
    const answer = await this.market.server.app.inject({
      method: 'POST',
      url: '/api/v1/cars/update-car-details',
      headers: { authorization: `Bearer ${await this.market.token(this.user)}` },
      payload: { car_id: adId, [field]: value },
    })
    if (answer.statusCode === 200) this.elsewhere.push({ adId, field, value, at: ++this.clock })
  }
  private async login(user: User | undefined): Promise<void> {
    if (!user) return
    await this.phone.signIn(user)
    this.user = user
  }
  /** Ends all faults: everybody signs in, and every outbox sends what it can. */
  async heal(): Promise<void> {
    const { phone } = this
    phone.signal = true
    phone.faults = []
    const busy = new Set(['queued', 'wait', 'sending', 'held'])
    for (let round = 0; round < 8; round++) {
      for (const user of this.users) {
        await this.login(user)
        phone.skew += 700_000
        const { app } = phone.tab(0)
        const engine = await app.load()
        app.kick('manual')
        await engine.drained()
      }
      await phone.worker()
      await phone.arriveAll()
      if (!(await phone.items(this.users)).some((item) => busy.has(item.state))) return
    }
  }
}
