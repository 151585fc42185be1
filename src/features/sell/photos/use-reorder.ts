import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { moveItem } from './album.ts'

interface Options {
  keys: readonly string[]
  onArrange: (keys: readonly string[]) => void
}
/** Pixels that the pointer moves before a press becomes a drag. */
const slack = 6
const steps = new Map<string, number>(
  Object.entries({ ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }),
)

/** Returns the key of the picture at a point of the viewport. */
const photoAt = (x: number, y: number): string | undefined =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-photo]')?.dataset['photo']

/** Lets the person reorder pictures by dragging a handle, by its arrow keys, or by buttons. */
export function useReorder({ keys, onArrange }: Options) {
  const [drag, setDrag] = useState<{ key: string; order: readonly string[] }>()
  const [announcement, setAnnouncement] = useState('')
  const press = useRef<{ key: string; x: number; y: number }>(undefined)
  /** Requested orders that are not stored yet; the last of them is shown. Any other order in `keys` discards them. */
  const [unwritten, setUnwritten] = useState<readonly (readonly string[])[]>([])
  const now = keys.join()
  const [lastSeen, setLastSeen] = useState(now)
  if (lastSeen !== now) {
    setLastSeen(now)
    const written = unwritten.findLastIndex((one) => one.join() === now)
    setUnwritten(written < 0 ? [] : unwritten.slice(written + 1))
  }
  const settled = unwritten.at(-1) ?? keys
  const order = drag?.order ?? settled

  function settle(next: readonly string[], key: string) {
    setAnnouncement(`Picture moved to place ${next.indexOf(key) + 1} of ${next.length}`)
    if (next.join() === settled.join()) return
    setUnwritten([...unwritten, next])
    onArrange(next)
  }
  function move(key: string, to: number) {
    const from = settled.indexOf(key)
    if (from < 0 || to < 0 || to >= settled.length || from === to) return
    settle(moveItem(settled, from, to), key)
  }
  function end(keep: boolean) {
    press.current = undefined
    if (drag && keep) settle(drag.order, drag.key)
    setDrag(undefined)
  }
  return {
    order,
    dragging: drag?.key,
    announcement,
    announce: setAnnouncement,
    move,
    handle: (key: string) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return
        press.current = { key, x: event.clientX, y: event.clientY }
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const start = press.current
        if (!start) return
        const { clientX: x, clientY: y } = event
        if (!drag && Math.hypot(x - start.x, y - start.y) < slack) return
        const current = drag ?? { key: start.key, order: settled }
        const over = photoAt(x, y)
        const to = over === undefined ? -1 : current.order.indexOf(over)
        const from = current.order.indexOf(current.key)
        setDrag(
          to < 0 || to === from ? current : { key: current.key, order: moveItem(current.order, from, to) },
        )
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        if (event.key === 'Escape') end(false)
        const by = steps.get(event.key)
        if (by === undefined) return
        event.preventDefault()
        move(key, settled.indexOf(key) + by)
      },
    }),
  }
}
