import { useEffect, useRef, useState } from 'react'
import { useOutbox, useSession } from '#local/react'
import { changeWords } from '../outbox/change-words.ts'
import { waitingOf } from '../outbox/waiting.ts'
import { useConnectionWords } from './connection-mark.tsx'

/** Tells screen readers, politely, when the connection changes and when something that waited changed its fate. */
export function ChangesRegion() {
  const { state } = useConnectionWords()
  const outbox = useOutbox()
  const who = useSession().user?.id
  const before = useRef<{ state: typeof state; outbox: typeof outbox; who: typeof who } | undefined>(
    undefined,
  )
  const [said, setSaid] = useState('')
  useEffect(() => {
    const was = before.current
    before.current = { state, outbox, who }
    if (!was) return
    // Another person's outbox is no news of this one's.
    const news = was.who === who ? changeWords(was.outbox, outbox) : []
    if (was.state !== state && state === 'offline') news.unshift('You are offline.')
    if (was.state === 'offline' && state === 'online') {
      const count = waitingOf(outbox).length
      news.unshift(count > 0 ? `You are online again. Sending ${count}.` : 'You are online again.')
    }
    if (news.length > 0) setSaid(news.join(' '))
  }, [state, outbox, who])
  return (
    <output aria-live="polite" className="sr-only">
      {said}
    </output>
  )
}
