import { useEffect, useRef, useEffectEvent } from 'react'
import { useOutbox } from '#local/react'

/** Does something each time a write of this person has reached the server while this is on screen. */
export function useWhenSent(work: () => void): void {
  const outbox = useOutbox()
  const open = useRef(new Set<string>())
  const onSent = useEffectEvent(work)
  useEffect(() => {
    const sent = outbox.some(({ id, state }) => state === 'done' && open.current.has(id))
    open.current = new Set(outbox.filter(({ state }) => state !== 'done').map(({ id }) => id))
    if (sent) onSent()
  }, [outbox])
}
