import { useEffect } from 'react'
import { useUnreadChats } from '#local/react'

/** Tells whether a message waits for whoever is signed in; nobody is told of one after they left. */
export function useUnread(tell: (unread: boolean) => void): void {
  const unread = useUnreadChats()
  useEffect(() => tell(unread), [unread, tell])
}
