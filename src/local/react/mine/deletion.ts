import { useCallback } from 'react'
import { deletionKey, tryWrite } from '../../platform/env.ts'
import { useLocal } from '../context.ts'

/** Notes that this login's account was asked to be deleted and no answer came: if the login is over, this phone forgets the person. */
export function useUnansweredDeletion(): () => void {
  const { env, session } = useLocal()
  return useCallback(() => {
    const { token, expired } = session.get()
    const login = token ?? expired
    if (login !== undefined) tryWrite(env.localStorage, deletionKey, login)
  }, [env, session])
}
