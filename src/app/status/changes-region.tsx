import { useEffect, useRef, useState } from 'react'
import { useOutbox } from '#local/react'
import { changeWords } from '../outbox/outbox-words.ts'
import { waitingOf } from '../outbox/waiting.ts'
import { useConnectionWords } from './connection-mark.tsx'

/** Tells screen readers, politely, when the connection changes and when something that waited was sent or refused. */
export function ChangesRegion() {
  const { state } = useConnectionWords()
  const outbox = useOutbox()
  const before = useRef<{ state: typeof state; outbox: typeof outbox } | undefined>(undefined)
  const [said, setSaid] = useState('')
  useEffect(() => {
    const was = before.current
    before.current = { state, outbox }
    if (!was) return
    const news = changeWords(was.outbox, outbox)
    if (was.state !== state && state === 'offline') news.unshift('You are offline.')
    if (was.state === 'offline' && state === 'online') {
      const count = waitingOf(outbox).length
      news.unshift(count > 0 ? `You are online again. Sending ${count}.` : 'You are online again.')
    }
    if (news.length > 0) setSaid(news.join(' '))
  }, [state, outbox])
  return (
    <output aria-live="polite" className="sr-only">
      {said}
    </output>
  )
}
