import { useCallback } from 'react'
import { noteUnansweredDeletion } from '../../session/unanswered-deletion.ts'
import { useLocal } from '../context.ts'

/** Notes that this login's account was asked to be deleted and no answer came: if the login is over, this phone forgets the person. */
export function useUnansweredDeletion(): () => void {
  const { env, session } = useLocal()
  return useCallback(() => noteUnansweredDeletion(env.localStorage, session.get()), [env, session])
}
