import { chatRoutes } from '#contract/chat/chat.ts'
import { useMine } from './use-mine.ts'

/** Milliseconds: a page that is looked at again asks at most so often. */
const staleTime = 60_000

/** Whether somebody wrote to whoever is signed in and was not read yet, as far as this phone knows (R-NAV-36). */
export function useUnreadChats(): boolean {
  const { data } = useMine('chats', async (get) => ({ value: (await get(chatRoutes.myChatList)).data }), {
    staleTime,
  })
  return data?.some((chat) => chat.unread) ?? false
}
