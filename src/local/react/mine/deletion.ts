import { useCallback } from 'react'
import { noteUnansweredDeletion } from '../../session/unanswered-deletion.ts'
import { useLocal } from '../context.ts'

/** Returns a function that notes an unanswered account deletion: at the end of this login the person's data is deleted. */
export function useUnansweredDeletion(): () => void {
  const { env, session } = useLocal()
  return useCallback(() => noteUnansweredDeletion(env.localStorage, session.get()), [env, session])
}
