import { limits } from '#contract/limits.ts'
import type { SentBody } from '../../kernel/call.ts'
import { hashPassword } from '../../kernel/secrets/passwords.ts'

/** Hashed before the transaction begins; nothing for what is refused anyway. */
export const hashIn = async (sent: SentBody, name: string): Promise<string> => {
  const password = sent[name]
  const usable =
    typeof password === 'string' &&
    password.length >= limits.passwordMin &&
    password.length <= limits.passwordMax
  return usable ? hashPassword(password) : ''
}
