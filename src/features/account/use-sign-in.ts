import { useState } from 'react'
import type { AppError } from '#contract/errors.ts'
import { useFormDraft, useSession } from '#local/react'
import { registerDraft, type Typed } from './register/sign-up-schema.ts'

export interface Credentials {
  email: string
  password: string
  remember?: boolean | undefined
}

export interface SigningIn {
  /** Tells why it came to nothing. */
  attempt: (given: Credentials) => Promise<AppError | undefined>
  /** The address that must be confirmed first, when that was the reason. */
  unconfirmed: string | undefined
}

export function useSignIn(): SigningIn {
  const { signIn } = useSession()
  const unfinished = useFormDraft<Typed>(registerDraft)
  const [unconfirmed, setUnconfirmed] = useState<string>()
  return {
    unconfirmed,
    async attempt({ remember = false, ...given }) {
      // Whoever signs in has an account: a half-filled registration is no draft to be offered to them.
      unfinished.clear()
      const result = await signIn(given, remember)
      if (result.ok) return undefined
      if (unfinished.values) unfinished.save(unfinished.values)
      setUnconfirmed(result.error.code === 'email_unverified' ? given.email : undefined)
      return result.error
    },
  }
}
