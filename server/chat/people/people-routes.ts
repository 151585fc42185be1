import { conversationRoutes } from '#contract/chat/conversation.ts'
import { AppError } from '#contract/errors.ts'
import type { Mount } from '../../kernel/call.ts'

/** What a person decides about another: mute, block, report. */
export function mountPeople(mount: Mount): void {
  mount(conversationRoutes.setChat, () => Promise.reject(new AppError('unavailable')))
  mount(conversationRoutes.reportPerson, () => Promise.reject(new AppError('unavailable')))
}
