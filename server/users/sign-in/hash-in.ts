import { limits } from '#contract/limits.ts'
import type { Sent } from '../../kernel/call.ts'
import { hashPassword } from '../../kernel/secrets/passwords.ts'

/** Hashed before the transaction begins; nothing for what is refused anyway. */
export const hashIn = async (sent: Sent, name: string): Promise<string> => {
  const password = sent[name]
  const usable =
    typeof password === 'string' &&
    password.length >= limits.passwordMin &&
    password.length <= limits.passwordMax
  return usable ? hashPassword(password) : ''
}
