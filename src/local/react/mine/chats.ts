import { chatRoutes } from '#contract/chat/chat.ts'
import { useLocal, useReadable } from '../context.ts'
import { useMine } from './use-mine.ts'

/** Milliseconds: a page that is looked at again asks at most so often. */
const staleTime = 60_000

/**
 * How many chats hold a message to the signed-in person that was not read yet (R-NAV-36). With a plan the live store
 * says so, and nothing else does; without one the server's list, as far as this phone knows it.
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
