import { useEffect, useRef, useState } from 'react'
import { createInTurn } from '#contract/values/in-turn.ts'
import type { ChatActions, ChooseResult } from '#local/react'

/** A picture beside the box, looked at before it goes. */
export interface Attached {
  key: string
  name: string
  url: string
  /** Its name in the phone's store; missing while it is scaled down, or where it could not be stored. */
  imageId?: string
}
interface Picture extends Attached {
  /** As it was picked; missing for one that this phone stored before. */
  file?: File
}

type Actions = Pick<ChatActions, 'choose' | 'chosen' | 'unchoose'>

/** The same picture chosen twice is one. */
const withoutTwins = (all: readonly Picture[]): readonly Picture[] =>
  all.filter(
    ({ imageId }, n) => imageId === undefined || all.findIndex((one) => one.imageId === imageId) === n,
  )

/**
 * Pictures chosen for the next message to a person. Each is shown at once and stored on the phone as soon as it is scaled down,
 * so that it survives a kill of the page; what could not be stored lives as long as the page.
 */
export function useAttached(other: string, actions: Actions, failed: (why: string) => void) {
  const [attached, setAttached] = useState<readonly Picture[]>([])
  /** The same at this moment. */
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
    // One after the other: they go with the message in the order in which they were chosen.
    const result = inTurn(async () => {
      const stored = await actions.choose(other, file)
      if (!stored.ok) failed(stored.error.message)
      else if (now.current.some((one) => one.key === key))
        change((all) => all.map((one) => (one.key === key ? { ...one, imageId: stored.imageId } : one)))
      // It was taken out while it was made small.
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
     * What is here now and can go with messages, in its order; what could not be stored before is tried again. What is added
     * meanwhile is for the next one.
     */
    ready: async () => {
      const going = now.current
      if (going.length === 0) return []
      for (const { key, file } of going)
        if (file && !(await keeping.current.get(key))?.ok) await keep(key, file)
      const stored = await actions.chosen(other)
      const names = stored && new Set(stored.map(({ imageId }) => imageId))
      // Another tab has sent it, or taken it out.
      for (const { key, imageId } of now.current)
        if (imageId !== undefined && names?.has(imageId) === false) drop(key)
      const result: { key: string; chosen: ChooseResult }[] = []
      for (const { key, imageId } of now.current.filter((one) => going.some(({ key }) => key === one.key))) {
        const saved = imageId === undefined ? await keeping.current.get(key) : { ok: true as const, imageId }
        if (saved) result.push({ key, chosen: saved })
      }
      return result
    },
    /** Not taken out since. */
    isThere: (key: string) => now.current.some((one) => one.key === key),
    /** It went with a message. */
    sent: drop,
  }
}
