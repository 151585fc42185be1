import { useEffect, useRef } from 'react'
import { useOutbox } from '#local/react'

/** Does something each time a write of this person has reached the server while this is on screen. */
export function useWhenSent(work: () => void): void {
  const outbox = useOutbox()
  const open = useRef(new Set<string>())
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => {
    const sent = outbox.some(({ id, state }) => state === 'done' && open.current.has(id))
    open.current = new Set(outbox.filter(({ state }) => state !== 'done').map(({ id }) => id))
    if (sent) latest.current()
  }, [outbox])
}
