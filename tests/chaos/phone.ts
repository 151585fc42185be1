import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import type { CarCard } from '#contract/cars.ts'
import { fillEnquiry, openEnquiry, sendEnquiry } from '../support/acts.ts'
import { controlled, dispatchSync, openPhone, stopWorkers } from '../support/browser.ts'
import type { Phone } from '../support/browser.ts'
import { emails, password } from '../support/people.ts'
import {
  accountOpen,
  lookInside,
  outboxOnDisk,
  press,
  running,
  signInInside,
  signOutInside,
  whoIsIn,
  wish,
  type Said,
  type Wish,
} from '../support/phone/inside.ts'
import { freeze, setClock, thaw, workerClock } from '../support/phone/powers.ts'
import type { Fault } from '../support/proxy.ts'
import { carsPerHistory, randomOf } from './history.ts'
import type { Act, History, Name, Tab } from './history.ts'
import { newLedger, noteDeleted, noteEnquiry, noteHeart } from './ledger.ts'
import type { Ledger } from './ledger.ts'
import { faults } from './world.ts'
import type { World } from './world.ts'

/** One phone with two tabs, and a record of its reports to the person. */
export interface Story {
  ledger: Ledger
  cars: readonly CarCard[]
  /** Returns an open page that runs. */
  awake: () => Page | undefined
  tabs: () => readonly Page[]
  play: (act: Act) => Promise<void>
  /** Ends all faults and waits until every tab runs. */
  heal: () => Promise<void>
  signIn: (person: Name) => Promise<boolean>
  close: () => Promise<void>
}

/** Milliseconds that an act may take; the history abandons a longer act, as an impatient person would. */
const patience = 4000
const shortly = 1500
/** Milliseconds for steps that the history itself needs, with a reserve for a busy machine. */
const unhurried = 60_000

/** Returns the result, or undefined when the work fails or takes too long; `behind` collects work that continues after its
 * time. */
async function inTime<T>(
  ms: number,
  work: Promise<T>,
  behind: Set<Promise<unknown>>,
): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  // A page that is killed or navigated away never returns its result.
  const quiet = Promise.allSettled([work]).then(([one]) =>
    one.status === 'fulfilled' ? one.value : undefined,
  )
  behind.add(quiet)
  void quiet.then(() => behind.delete(quiet))
  const settled = await Promise.race([quiet, late])
  clearTimeout(timer)
  return settled
}

export async function openStory(world: World, history: History): Promise<Story> {
  const { proxy, server } = world
  const random = randomOf(history.seed ^ 0x5eed)
  const from = Math.floor(random() * (world.stock.length - carsPerHistory))
  const cars = world.stock.slice(from, from + carsPerHistory)
  const everyone = Object.values(world.people).map((person) => person.user.id)
  const ledger = newLedger()
  let phone: Phone | undefined
  let context: BrowserContext
  let tabs: Page[] = []
  let frozen: boolean[] = [false, false]
  let weather: { end: () => void } | undefined
  let restarting: Promise<void> = Promise.resolve()
  const behind = new Set<Promise<unknown>>()
  const within = <T>(ms: number, work: Promise<T>) => inTime(ms, work, behind)
  /** Cars with a wish that is still on its way into a page: it may arrive after a later wish. */
  const unsettled = new Set<string>()
  const forms: [Promise<unknown>, Promise<unknown>] = [Promise.resolve(), Promise.resolve()]
  const clock =
    history.clock === 0 ? undefined : proxy.rule({ path: /^\/sw\.js$/, fault: workerClock(history.clock) })

  if (history.mortal) {
    phone = await openPhone()
    context = phone.context
  } else context = await world.browser.phone()
  await settleIn()

  /** Opens two tabs on the list of cars. */
  async function settleIn(): Promise<void> {
    context.setDefaultTimeout(patience)
    await lookInside(context)
    if (history.clock !== 0) await setClock(context, history.clock)
    const first = context.pages()[0] ?? (await context.newPage())
    tabs = [first, await context.newPage()]
    frozen = [false, false]
    await Promise.all(tabs.map(arrive))
  }
  async function arrive(page: Page): Promise<void> {
    await within(patience, page.goto(`${proxy.origin}/listings`, { waitUntil: 'domcontentloaded' }))
    await within(patience, running(page))
  }
  const page = (tab: Tab): Page | undefined => (frozen[tab] === true ? undefined : tabs[tab])
  const carAt = (index: number) => cars[index] as CarCard

  function note(o: Parameters<typeof noteHeart>[1]): void {
    noteHeart(ledger, unsettled.has(o.car) ? { ...o, said: undefined } : o)
  }
  async function tap(tab: Tab, car: string, on: boolean): Promise<void> {
    const at = page(tab)
    if (!at) return
    const saying = wish(at, { kind: 'fav.set', car, on })
    const said = await within(patience, saying)
    note({ car, on, said, who: everyone })
    if (said !== undefined) return
    unsettled.add(car)
    // The wish has a result or failed, so it cannot arrive later.
    void saying.then(
      () => unsettled.delete(car),
      () => unsettled.delete(car),
    )
  }
  async function click(tab: Tab, nth: number): Promise<void> {
    const at = page(tab)
    const who = at && (await within(shortly, whoIsIn(at)))
    // Another test covers the taps of a guest.
    if (!at || who === undefined || who === '') return
    const card = at.getByRole('article').nth(nth)
    // A background tab does not paint: its content may be old, and nobody can tap it.
    await within(shortly, at.bringToFront())
    const button = card.getByRole('button', { name: /^Save / }).first()
    const ready = await within(
      shortly,
      button
        .waitFor({ timeout: shortly })
        .then(() => at.evaluate(watchHearts))
        .then(() => true),
    )
    // Without the listener of `watchHearts` the tapped heart is unknown.
    if (ready !== true) return
    const before = await within(shortly, at.evaluate(listed))
    const clicked = await within(
      unhurried,
      button.click({ timeout: shortly }).then(() => true),
    )
    // The card at the moment of the tap: the list may have changed since.
    const found = await within(unhurried, at.evaluate(tapped))
    const carOf = (href: string) => world.bySlug.get(href.split('/').at(-1) ?? '')
    if (clicked !== true && !found) {
      // The tap may still arrive, on any card at its position.
      for (const href of [...(before ?? []), ...((await within(shortly, at.evaluate(listed))) ?? [])]) {
        const perhaps = carOf(href)
        if (perhaps !== undefined) note({ car: perhaps, on: true, said: undefined, who: everyone })
      }
    }
    const car = carOf(found?.href ?? '')
    if (car === undefined || !found) return
    const on = found.pressed === 'false'
    const wanted = button.and(at.locator(`[aria-pressed="${on}"]`))
    const shown = await within(
      shortly,
      wanted.waitFor({ timeout: shortly }).then(() => true),
    )
    // An abandoned login may end meanwhile: then the tap may belong to either person.
    const same = (await within(shortly, whoIsIn(at))) === who
    const said = { ok: true, id: '', who: shown && same ? who : 'changed' }
    note({ car, on, said, who: same ? [who] : everyone })
  }
  const newText = () => `Still there? ${history.seed} ${randomUUID()}`
  async function enquire(tab: Tab, car: string): Promise<void> {
    const at = page(tab)
    if (!at) return
    const text = newText()
    noteEnquiry(ledger, text, await within(patience, wish(at, { kind: 'enquiry.send', car, text })))
  }
  async function write(tab: Tab, { slug }: CarCard): Promise<void> {
    const at = page(tab)
    if (!at) return
    const text = newText()
    await within(shortly, at.bringToFront())
    // A tab types one form at a time: an abandoned form would otherwise mix its text into this form.
    await within(unhurried, forms[tab])
    const filling = openEnquiry(at, proxy.origin, slug)
      .then(() => fillEnquiry(at, text))
      .then(() => true)
    forms[tab] = Promise.allSettled([filling])
    const filled = await within(2 * shortly, filling)
    if (filled !== true) return
    const sent = await within(
      patience,
      sendEnquiry(at).then(() => true),
    )
    const ref = new URL(at.url()).searchParams.get('ref') ?? ''
    const kept = await within(shortly, outboxOnDisk(at))
    const id = kept?.some((row) => row.id === ref) === true ? ref : ''
    const who = (await within(shortly, whoIsIn(at))) ?? 'changed'
    noteEnquiry(ledger, text, sent === true ? { ok: true, id, who } : undefined)
  }
  function badWeather(of: Extract<Act, { do: 'weather' }>['of']): void {
    weather?.end()
    const next = (): Fault => {
      const ill = random() < 0.75 ? of[Math.floor(random() * of.length)] : undefined
      return ill === undefined ? { kind: 'pass' } : faults[ill]
    }
    weather = proxy.rule({ path: /^\/api\//, fault: next })
  }
  async function killPhone(withWish: boolean): Promise<void> {
    if (!phone) return
    const at = page(0) ?? page(1)
    const text = newText()
    let said: Said | undefined
    if (withWish && at) {
      const given: Wish = { kind: 'enquiry.send', car: carAt(0)._id, text }
      // The browser may be killed before the response.
      const saying = Promise.allSettled([wish(at, given).then((answer) => (said = answer))])
      await within(Math.floor(random() * 40), saying)
    }
    await phone.kill()
    if (withWish && at) noteEnquiry(ledger, text, said)
    phone = await phone.reopen()
    context = phone.context
    await settleIn()
  }
  async function killServer(): Promise<void> {
    await restarting
    await server.kill()
    restarting = server.restart()
  }
  async function reopen(tab: Tab): Promise<void> {
    const opened = await context.newPage()
    await within(shortly, tabs[tab]?.close() ?? Promise.resolve())
    tabs = tabs.map((old, i) => (i === tab ? opened : old))
    frozen[tab] = false
    await arrive(opened)
  }
  async function signIn(person: Name): Promise<boolean> {
    const at = page(0) ?? page(1)
    return (at && (await within(unhurried, signInInside(at, { email: emails[person], password })))) === true
  }

  async function signOut(tab: Tab, keep: boolean): Promise<void> {
    const at = page(tab)
    if (!at) return
    const who = await within(shortly, accountOpen(at))
    await within(patience, signOutInside(at, { keep }))
    if (keep) return
    // The page did not answer, so the person may be anyone.
    for (const person of who === undefined ? everyone : [who]) noteDeleted(ledger, person)
  }

  async function play(act: Act): Promise<void> {
    switch (act.do) {
      case 'tap':
        return tap(act.tab, carAt(act.car)._id, act.on)
      case 'click':
        return click(act.tab, act.card)
      case 'race': {
        const car = carAt(act.car)._id
        await Promise.all([tap(0, car, true), tap(1, car, false)])
        for (const who of everyone) {
          const last = ledger.hearts.get(`${who} ${car}`)
          if (last && !frozen.includes(true)) last.want = 'either'
        }
        return
      }
      case 'enquire':
        return enquire(act.tab, carAt(act.car)._id)
      case 'write':
        return write(act.tab, carAt(act.car))
      case 'sign in': {
        const at = page(act.tab)
        const credentials = { email: emails[act.person], password }
        if (at) await within(patience, signInInside(at, credentials))
        return
      }
      case 'sign out':
        return signOut(act.tab, act.keep)
      case 'no network':
        return context.setOffline(true)
      case 'network':
        return context.setOffline(false)
      case 'weather':
        return badWeather(act.of)
      case 'fair':
        weather?.end()
        weather = undefined
        return
      case 'freeze': {
        const at = page(act.tab)
        if (!at) return
        frozen[act.tab] = true
        await within(shortly, freeze(at))
        return
      }
      case 'thaw':
        if (frozen[act.tab] === true && tabs[act.tab]) await within(shortly, thaw(tabs[act.tab] as Page))
        frozen[act.tab] = false
        return
      case 'reopen':
        return reopen(act.tab)
      case 'stop worker': {
        const at = page(0) ?? page(1)
        if (at) await within(shortly, stopWorkers(at))
        return
      }
      case 'sync': {
        const at = page(0) ?? page(1)
        if (at) await within(shortly, dispatchSync(at, proxy.origin, 'outbox', act.last))
        return
      }
      case 'send now': {
        const at = page(act.tab)
        if (at) await within(shortly, press(at, { now: true }))
        return
      }
      case 'look elsewhere': {
        const at = page(act.tab)
        if (!at) return
        await within(shortly, at.goto(`${proxy.origin}/outbox`, { waitUntil: 'domcontentloaded' }))
        await within(shortly, at.goBack({ waitUntil: 'domcontentloaded' }))
        await within(shortly, running(at))
        return
      }
      case 'kill server':
        return killServer()
      case 'kill phone':
        return killPhone(act.wish)
      case 'linger':
        return new Promise((resolve) => setTimeout(resolve, act.ms))
    }
  }
  const start = tabs[0]
  // No faults are active yet, so only a busy machine is slow here.
  if (start) await within(unhurried, Promise.all([running(start, unhurried), controlled(start)]))
  const { start: who } = history
  // A person also repeats a login when a busy server was too slow.
  if (who !== 'guest' && !(await signIn(who)) && !(await signIn(who)))
    throw new Error('Nobody could sign in.')

  return {
    ledger,
    cars,
    awake: () => page(0) ?? page(1),
    tabs: () => tabs,
    play,
    signIn,
    async heal() {
      weather?.end()
      weather = undefined
      await restarting
      await context.setOffline(false)
      for (const [i, tab] of tabs.entries()) {
        if (frozen[i] === true) await within(shortly, thaw(tab))
        frozen[i] = false
      }
      // An abandoned navigation would unload the page that the test inspects.
      await within(unhurried, Promise.all(behind))
      for (const tab of tabs) {
        if (
          !(await within(
            shortly,
            running(tab).then(() => true),
          ))
        )
          await arrive(tab)
      }
    },
    async close() {
      weather?.end()
      clock?.end()
      await restarting
      await (phone ? phone.dispose() : context.close())
    },
  }
}

/** A card of the list as painted; undefined when there is none. */
interface Tapped {
  href: string
  pressed: string
}
/** Records each tapped heart before the app handles the tap; waits for pending paints first. */
async function watchHearts(): Promise<void> {
  for (let frames = 0; frames < 3; frames++)
    await new Promise((painted) => {
      requestAnimationFrame(painted)
    })
  const page = window as Window & { tapped?: Tapped | undefined; watched?: boolean }
  page.tapped = undefined
  if (page.watched) return
  page.watched = true
  const note = ({ target }: Event) => {
    const heart = target instanceof Element ? target.closest('button[aria-pressed]') : null
    const href = heart?.closest('article')?.querySelector('a')?.getAttribute('href')
    const pressed = heart?.getAttribute('aria-pressed')
    if (href && pressed) page.tapped = { href, pressed }
  }
  window.addEventListener('click', note, { capture: true })
}
const listed = () =>
  Array.from(document.querySelectorAll('article a'), (link) => link.getAttribute('href') ?? '')
const tapped = () => (window as Window & { tapped?: Tapped | undefined }).tapped
