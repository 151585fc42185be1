import type { AppError } from '#contract/errors.ts'
import { ChatError, type ChatErrorCode } from './chat-store.ts'

function codeOf({ code }: AppError, status: number): ChatErrorCode {
  if (code === 'to_yourself') return 'self'
  if (code === 'validation_failed' || code === 'payload_too_large') return 'invalid'
  if (status === 0) return 'offline'
  if (status === 401) return 'unauthenticated'
  return status === 403 || status === 404 || status === 410 ? 'forbidden' : 'unavailable'
}

/** What a call of our server came to, in the words of a store. */
export const refused = ({ error, status }: { error: AppError; status: number }): ChatError =>
  new ChatError(codeOf(error, status), { cause: error })
