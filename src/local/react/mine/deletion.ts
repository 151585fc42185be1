import { useCallback } from 'react'
import { noteUnansweredDeletion } from '../../session/unanswered-deletion.ts'
import { useLocal } from '../context.ts'

/**
 * Returns a function that notes an account deletion without a response: once this login has ended, this phone deletes the
 * person's data.
 */
export function useUnansweredDeletion(): () => void {
  const { env, session } = useLocal()
  return useCallback(() => noteUnansweredDeletion(env.localStorage, session.get()), [env, session])
}
