import { ignoreExpected } from '#contract/values/expected.ts'
import { carRoutes } from '#contract/cars.ts'
import { cacheCar } from '../cache/cars.ts'
import { isQuota, isStorageFailure } from '../database/failures.ts'
import type { AuthedRequest } from '../transport/http-client.ts'
import { fetchPicture, type HttpClient } from '../transport/picture.ts'
import { pathsOf } from './pictures.ts'
import {
  haltOf,
  nextLeave,
  nextWork,
  type DownloadAllowance,
  type Work,
  readNewest,
  readState,
  reconcile,
  type PinState,
  type PinStores,
} from './plan.ts'
import { dropPin, putHalt, putPin, type Pin } from './rows.ts'

/**
 * Ports of the job that stores a person's favourites for offline use: their data and pictures. The job is resumable: its list is
 * in the person's own database, every step is safe to repeat, and where disk and list differ, the disk is right.
 */
export interface JobPorts extends PinStores {
  ask: AuthedRequest
  http: HttpClient
  allowance: () => DownloadAllowance
  /** Returns whether the network is known to be down. */
  cut: () => boolean
  /** Resolves when no write of a person is being sent, because writes have priority. */
  quiet: () => Promise<void>
  /** Runs work after evicting data that is worth less. */
  withSpare: <R>(work: () => Promise<R>) => Promise<R>
  /** Called with the number of bytes loaded over the network. */
  loaded: (bytes: number) => void
  /** Returns whether this person is still active on the phone. */
  here: () => boolean
  /** Called after each step that screens should show. */
  changed: () => void
}
export interface JobEnd {
  /** `silent`: the network did not respond. `left`: another person is active now. */
  how: 'done' | 'silent' | 'left'
  /** Milliseconds until an unpinned car may be deleted. */
  again: number | undefined
}
/** Milliseconds before which a phone that had no room for pictures is not tried again. */
export const pinsFullFor = 24 * 3_600_000

type PinStepEnd = 'went' | 'silent' | 'full'

export async function runPins(o: JobPorts): Promise<JobEnd> {
  const { own, pictures, now } = o
  const requested = new Set<string>()
  const end = (how: JobEnd['how'], { pins }: Pick<PinState, 'pins'>): JobEnd => ({
    how,
    again: nextLeave(pins, now()),
  })
  const note = (pin: Pin) => own.transaction('write', ['kept'], (tx) => putPin(tx, pin, now()))

  async function details(pin: Pin): Promise<PinStepEnd> {
    requested.add(pin.carId)
    const known = await o.shared.transaction('read', ['cards'], (tx) => tx.get('cards', pin.carId))
    const answer = await o.ask(carRoutes.getSingleCar, { params: { slug: known?.card.slug ?? pin.carId } })
    if (!o.here()) return 'went'
    if (answer.ok ? answer.fromPhone : answer.status !== 404 && answer.status !== 410) return 'silent'
    if (!answer.ok) {
      await note({ ...pin, gone: true })
      return 'went'
    }
    const { body } = answer
    await o.withSpare(() => cacheCar(o.shared, body, now()))
    const paths = pictures ? pathsOf(body.data.pictures, o.format) : []
    await note({ ...pin, version: body.data.version, gone: false, paths })
    return 'went'
  }
  async function picture({ pin, path, first }: Extract<Work, { do: 'picture' }>): Promise<PinStepEnd> {
    if (!pictures) return 'went'
    let bytes = await o.withSpare(() => pictures.adopt(path, first))
    if (bytes === undefined) {
      const answer = await fetchPicture(o.http, path)
      if (!answer.ok && answer.status === 0) return 'silent'
      bytes = answer.ok ? answer.picture.body.byteLength : 0
      o.loaded(bytes)
      if (!o.here()) return 'went'
      if (answer.ok) await o.withSpare(() => pictures.put(path, first, answer.picture))
    }
    if (o.here()) await note({ ...pin, have: { ...pin.have, [path]: bytes } })
    // The person left while the picture was being stored, so it is deleted (I20).
    else await pictures.drop([path])
    return 'went'
  }
  async function step(work: Work): Promise<PinStepEnd> {
    if (work.do === 'details') return details(work.pin)
    if (work.do === 'picture') return picture(work)
    if (work.do === 'note') await note(work.pin)
    else {
      await pictures?.drop(work.pin.paths)
      await own.transaction('write', ['kept'], (tx) => dropPin(tx, work.pin.carId))
    }
    return 'went'
  }
  /** Stores the reason for the halt if it changed. */
  async function halting(state: PinState, halt: PinState['halt']) {
    if (halt === state.halt) return
    await own.transaction('write', ['kept'], (tx) => putHalt(tx, halt, now()))
    o.changed()
  }

  await reconcile(o)
  let full = false
  for (;;) {
    await o.quiet()
    const state = await readState(own)
    if (!o.here()) return end('left', state)
    const stopped = state.halt === 'stopped'
    full ||= state.halt === 'full' && Math.abs(now() - state.haltAt) < pinsFullFor
    const given = o.allowance()
    const allowance: DownloadAllowance = full ? { ...given, pictures: 'none' } : given
    const newest = await readNewest(o.shared, state.favourites)
    const facts = { ...state, newest, requested, allowance, now: now() }
    const work = nextWork({ ...facts, cut: stopped || o.cut() })
    if (!stopped && !full) await halting(state, haltOf(state.pins, given))
    if (!work) return end(o.cut() && nextWork({ ...facts, cut: false }) ? 'silent' : 'done', state)
    let went: PinStepEnd
    try {
      went = await step(work)
    } catch (error) {
      // All data worth less than a favourite was evicted; the remaining space belongs to data worth more.
      if (!isQuota(error)) throw error
      // Not even the list can be written.
      if (work.do === 'note' || work.do === 'drop') return end('done', state)
      went = 'full'
    }
    if (went === 'silent') return end('silent', state)
    if (went === 'full') {
      full = true
      await halting(state, 'full').catch(ignoreExpected('note-full', isStorageFailure))
    }
    o.changed()
  }
}
