import { useEffect, useRef, useState } from 'react'
import { createInTurn } from '#contract/values/in-turn.ts'
import type { ChatActions, ChooseResult } from '#local/react'

/** Picture attached to the unsent message. */
export interface Attached {
  key: string
  name: string
  url: string
  /** Id in the phone's store; missing while the picture is scaled down, or when storing failed. */
  imageId?: string
}
interface Picture extends Attached {
  /** Chosen file; missing for a picture restored from the store. */
  file?: File
}

type Actions = Pick<ChatActions, 'choose' | 'chosen' | 'unchoose'>

/** Removes duplicates of a picture that was chosen twice. */
const withoutTwins = (all: readonly Picture[]): readonly Picture[] =>
  all.filter(
    ({ imageId }, n) => imageId === undefined || all.findIndex((one) => one.imageId === imageId) === n,
  )

/**
 * Manages the pictures for the next message to a person. Each is visible at once and is stored on the phone as soon as it is
 * scaled down, so that it survives a killed page. A picture that could not be stored is lost when the page closes.
 */
export function useAttached(other: string, actions: Actions, failed: (why: string) => void) {
  const [attached, setAttached] = useState<readonly Picture[]>([])
  /** Current value of `attached` for asynchronous code. */
  const now = useRef(attached)
  const keeping = useRef(new Map<string, Promise<ChooseResult>>())
  const [inTurn] = useState(createInTurn)
  const urls = useRef(new Set<string>())
  const count = useRef(0)
  const { chosen } = actions

  function change(of: (all: readonly Picture[]) => readonly Picture[]) {
    now.current = withoutTwins(of(now.current))
    setAttached(now.current)
  }
  function show(blob: Blob): string {
    const url = URL.createObjectURL(blob)
    urls.current.add(url)
    return url
  }
  useEffect(() => {
    let over = false
    const made = urls.current
    void chosen(other).then((stored = []) => {
      if (over) return
      const restored = stored.map(({ imageId, name, thumb }) => ({
        key: imageId,
        name,
        imageId,
        url: show(thumb),
      }))
      change((all) => [...restored, ...all])
    })
    return () => {
      over = true
      for (const url of made) URL.revokeObjectURL(url)
    }
  }, [chosen, other])

  const drop = (key: string) => {
    const { url = '' } = now.current.find((one) => one.key === key) ?? {}
    if (urls.current.delete(url)) URL.revokeObjectURL(url)
    change((all) => all.filter((one) => one.key !== key))
  }
  function keep(key: string, file: File): Promise<ChooseResult> {
    // Pictures are stored one at a time, because the message sends them in the order of choice.
    const result = inTurn(async () => {
      const stored = await actions.choose(other, file)
      if (!stored.ok) failed(stored.error.message)
      else if (now.current.some((one) => one.key === key))
        change((all) => all.map((one) => (one.key === key ? { ...one, imageId: stored.imageId } : one)))
      // The person removed the picture while it was scaled down.
      else if (!now.current.some(({ imageId }) => imageId === stored.imageId))
        void actions.unchoose(other, stored.imageId)
      return stored
    })
    keeping.current.set(key, result)
    return result
  }

  return {
    attached: attached as readonly Attached[],
    attach: (files: readonly File[]) => {
      const fresh = files.map((file) => {
        count.current += 1
        return { key: `picked-${count.current}`, name: file.name, url: show(file), file }
      })
      change((all) => [...all, ...fresh])
      for (const { key, file } of fresh) void keep(key, file)
    },
    detach: (key: string) => {
      const removed = now.current.find((one) => one.key === key)
      drop(key)
      if (removed?.imageId !== undefined) void actions.unchoose(other, removed.imageId)
    },
    /**
     * Returns the current pictures that can be sent, in their order, and retries those that could not be stored. Pictures
     * added meanwhile belong to the next message.
     */
    ready: async () => {
      const going = now.current
      if (going.length === 0) return []
      for (const { key, file } of going)
        if (file && !(await keeping.current.get(key))?.ok) await keep(key, file)
      const stored = await actions.chosen(other)
      const names = stored && new Set(stored.map(({ imageId }) => imageId))
      // Another tab has sent or removed the picture.
      for (const { key, imageId } of now.current)
        if (imageId !== undefined && names?.has(imageId) === false) drop(key)
      const result: { key: string; chosen: ChooseResult }[] = []
      for (const { key, imageId } of now.current.filter((one) => going.some(({ key }) => key === one.key))) {
        const saved = imageId === undefined ? await keeping.current.get(key) : { ok: true as const, imageId }
        if (saved) result.push({ key, chosen: saved })
      }
      return result
    },
    /** Tells whether the picture has not been removed. */
    isThere: (key: string) => now.current.some((one) => one.key === key),
    /** Removes a picture that was sent. */
    sent: drop,
  }
}
