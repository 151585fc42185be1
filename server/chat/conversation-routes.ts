import { conversationRoutes } from '#contract/chat/conversation.ts'
import { AppError } from '#contract/errors.ts'
import type { Mount } from '../kernel/call.ts'

/** Messages and marks of a chat. */
export function mountConversation(mount: Mount): void {
  mount(conversationRoutes.sendMessage, () => Promise.reject(new AppError('unavailable')))
  mount(conversationRoutes.markChats, () => Promise.reject(new AppError('unavailable')))
  mount(conversationRoutes.olderMessages, () => Promise.reject(new AppError('unavailable')))
}
