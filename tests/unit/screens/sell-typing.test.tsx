import { act, renderHook } from '@testing-library/react'
import fc from '../../support/property.ts'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { useAdDraft } from '#local/react'
import { nothing, OnStage, stage } from '../../support/stage.tsx'
import { turns } from '../../support/turns.ts'

/** Milliseconds of typing that a kill may lose (I11). */
const mayBeLost = 500
const id = 'draft-0001'

/** Timers that the test runs with a chosen delay; timers of the store run normally. */
function clock() {
  let now = 0
  let last = 0
  const due = new Map<number, { at: number; work: () => void }>()
  return {
    now: () => now,
    setTimeout: (work: () => void, ms: number) => {
      // Timers of 0 ms belong to Dexie and the engine.
      if (ms === 0) return globalThis.setTimeout(work, 0)
      due.set(++last, { at: now + ms, work })
      return last
    },
    clearTimeout: (handle: unknown) => {
      due.delete(handle as number)
    },
    goTo(at: number) {
      for (const [handle, one] of [...due].sort(([, a], [, b]) => a.at - b.at)) {
        if (one.at > at) continue
        due.delete(handle)
        now = Math.max(now, one.at)
        one.work()
      }
      now = at
    },
  }
}

test('Whenever the phone is killed, at most half a second of typing is lost [S13 I11 R-PWA-21]', async () => {
  const key = fc.record({
    after: fc.integer({ min: 1, max: 900 }),
    field: fc.constantFrom('title', 'engine'),
  })
  const kills = fc.assert(
    fc.asyncProperty(
      fc.array(key, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 0, max: 700 }),
      async (keys, rest) => {
        const time = clock()
        const { local } = stage(nothing, { setTimeout: time.setTimeout, clearTimeout: time.clearTimeout })
        const view = renderHook(() => useAdDraft(id), {
          wrapper: ({ children }: { children: ReactNode }) => <OnStage local={local}>{children}</OnStage>,
        })
        const selling = await (await local.load()).adDrafts()
        await act(() => turns(20))
        const typed: { at: number; field: string; text: string }[] = []
        const text: Record<string, string> = {}
        let at = 0
        for (const { after, field } of keys) {
          at += after
          await act(async () => {
            time.goTo(at)
            await turns(20)
          })
          text[field] = `${text[field] ?? ''}x`
          act(() => view.result.current.change({ [field]: text[field] ?? '' }))
          typed.push({ at, field, text: text[field] })
        }
        const killed = at + rest
        await act(async () => {
          time.goTo(killed)
          await turns(20)
        })
        const kept = (await selling.read(id))?.fields ?? {}
        const lost = typed.filter(
          ({ at: when, field, text: words }) =>
            when <= killed - mayBeLost && (kept[field]?.v ?? '').length < words.length,
        )
        view.unmount()
        local.engine.get()?.close()
        return lost.length === 0
      },
    ),
    { numRuns: 12 },
  )
  await expect(kills).resolves.toBeUndefined()
})
