import { useEffect } from 'react'
import { useUnreadChats } from '#local/react'
import { countedTitle } from '../navigation/browser-head.ts'

/**
 * Tells whether a message waits for the person who is signed in, and how many chats hold one in the title of the
 * document;
 * nobody is told of one after they left.
 */
export function useUnread(tell: (unread: boolean) => void): void {
  const unread = useUnreadChats()
  useEffect(() => {
    tell(unread > 0)
    document.title = countedTitle(document.title, unread)
  }, [unread, tell])
}
