import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { Conversation } from '#local/react'

/**
 * When a conversation counts as read: it is chosen, the box is entered, or a new message comes into view; only where
 * the other person wrote last, and while the page is looked at (R-CHAT-08, R-STATE-25).
 */
export function useReading(conversation: Conversation): { onFocus: () => void; onSeen: () => void } {
  const now = useRef(conversation)
  useLayoutEffect(() => {
    now.current = conversation
  })
  const marked = useRef<string>(undefined)
  const mark = useCallback((again: boolean) => {
    const { messages, markRead } = now.current
    const last = messages.findLast(({ state }) => state !== 'waiting' && state !== 'refused')
    if (!last || last.mine || document.visibilityState !== 'visible') return
    if (last.id === marked.current && !again) return
    marked.current = last.id
    markRead()
  }, [])
  const chosen = conversation.messages.length > 0
  useEffect(() => {
    if (chosen) mark(false)
  }, [chosen, mark])
  return { onFocus: useCallback(() => mark(true), [mark]), onSeen: useCallback(() => mark(false), [mark]) }
}
