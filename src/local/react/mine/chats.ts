import { chatRoutes } from '#contract/chat/chat.ts'
import { useLocal, useReadable } from '../context.ts'
import { useMine } from './use-mine.ts'

/** Milliseconds between two requests when the page is shown again. */
const staleTime = 60_000

/**
 * Returns the number of chats with an unread message to the signed-in person (R-NAV-36). With a plan the number comes from the
 * live store alone; without one from the server's list, as far as this phone knows it.
 */
export function useUnreadChats(): number {
  const { session, unread } = useLocal()
  const { user } = useReadable(session)
  const live = useReadable(unread)
  const plan = user?.is_subscriber === true
  const { data } = useMine('chats', async (get) => ({ value: (await get(chatRoutes.myChatList)).data }), {
    staleTime,
    enabled: user !== undefined && !plan,
  })
  return (plan ? live : data?.filter((chat) => chat.unread && !chat.muted).length) ?? 0
}
