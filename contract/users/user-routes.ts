import { accountRoutes } from './account.ts'
import { chatRoutes } from '../chat/chat.ts'
import { conversationRoutes } from '../chat/conversation.ts'
import { chatTokenRoutes } from '../chat/token.ts'
import { dealerRoutes } from './dealers.ts'
import { profileRoutes } from './profile.ts'
import { sessionRoutes } from './sessions.ts'
import { userRoutes } from './users.ts'

/** Every call about people, and between them. */
export const peopleRoutes = {
  ...userRoutes,
  ...accountRoutes,
  ...sessionRoutes,
  ...dealerRoutes,
  ...profileRoutes,
  ...chatRoutes,
  ...conversationRoutes,
  ...chatTokenRoutes,
}
