import { ignoreExpected, isAborted, isRefused } from '#contract/values/expected.ts'
import type { Env, LockApi } from '../platform/env.ts'

export interface LeadingPorts {
  name: string
  locks: LockApi
  env: Pick<Env, 'setTimeout' | 'clearTimeout'>
  gained: () => void
  /** Called when this tab stops leading. `stolen`: another tab has already taken the lock. */
  lost: (stolen: boolean) => void
  /** Called at every heartbeat of this tab while it leads. */
  beats: () => void
}
/** Milliseconds between two heartbeats. */
const beatEvery = 10_000
/**
 * Number of missed heartbeats after which a tab steals the lock. They are counted, not timed, so that a phone that wakes
 * from sleep does not declare its leader dead.
 */
const mostMissed = 3

/**
 * Elects one tab of a browser as leader by a Web Lock. The leader holds the event stream and notifies the other tabs; these
 * watch its heartbeats.
 */
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
    // The leader is frozen or has lost its lock. If it has the lock, the browser notifies it of the theft.
    void ask(true)
  }
  /** Resolves when this tab stops leading. */
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
      // Another tab stole the lock, or the browser refuses locks here. In the second case every tab leads for itself.
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
    /** Makes this tab a candidate for leader. */
    want() {
      if (wanted) return
      wanted = true
      missed = 0
      void ask(false)
      timer = env.setTimeout(tick, beatEvery)
    },
    /** Withdraws this tab and releases the lock, so that another tab leads at once. */
    leave() {
      wanted = false
      env.clearTimeout(timer)
      ended(false)
    },
    /** Records a heartbeat of the leader. */
    beat() {
      missed = 0
    },
  }
}
