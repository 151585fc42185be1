import { ignoreExpected, isAborted, isRefused } from '#contract/values/expected.ts'
import type { Env, LockApi } from '../platform/env.ts'

export interface LeadingPorts {
  name: string
  locks: LockApi
  env: Pick<Env, 'setTimeout' | 'clearTimeout'>
  gained: () => void
  /** `stolen`: another tab leads already. */
  lost: (stolen: boolean) => void
  /** Called at every beat of this tab's own. */
  beats: () => void
}
/** Milliseconds between two beats. */
const beatEvery = 10_000
/** Beats that did not come; counted, not timed: a phone that slept must not take its leader for dead. */
const mostMissed = 3

/** One tab of a browser leads: it holds the stream and notifies the others. Each follows the leader's beats. */
export function createLeading(o: LeadingPorts) {
  const { env } = o
  let wanted = false
  let waiting = false
  let missed = 0
  let timer: unknown
  let release: (() => void) | undefined

  function tick() {
    timer = env.setTimeout(tick, beatEvery)
    if (release) {
      o.beats()
      return
    }
    if (++missed < mostMissed) return
    missed = 0
    // It is frozen, or its lock is lost: whoever holds it then is told by the browser.
    void ask(true)
  }
  /** Resolves when this tab leads no more. */
  async function hold() {
    if (!wanted || release) return
    const over = new Promise<void>((resolve) => {
      release = resolve
    })
    o.gained()
    await over
  }
  function ended(stolen: boolean) {
    const end = release
    if (!end) return
    release = undefined
    end()
    o.lost(stolen)
  }
  async function ask(steal: boolean) {
    if (!steal && waiting) return
    if (!steal) waiting = true
    let given = false
    try {
      await o.locks.request(o.name, steal ? { steal } : {}, async () => {
        given = true
        if (!steal) waiting = false
        await hold()
      })
    } catch (error) {
      // Stolen; or a browser that gives no locks here: then every tab leads for itself.
      if (given) ignoreExpected('lead-chat', isAborted, isRefused)(error)
      else if (isRefused(error)) await hold()
      else ignoreExpected('lead-chat', isAborted)(error)
    }
    if (!steal) waiting = false
    ended(true)
    if (wanted && !waiting) void ask(false)
  }
  return {
    leads: () => release !== undefined,
    /** This tab may lead from now on. */
    want() {
      if (wanted) return
      wanted = true
      missed = 0
      void ask(false)
      timer = env.setTimeout(tick, beatEvery)
    },
    /** It leads no more: another one takes over at once. */
    leave() {
      wanted = false
      env.clearTimeout(timer)
      ended(false)
    },
    /** The leader gave a sign of life. */
    beat() {
      missed = 0
    },
  }
}
