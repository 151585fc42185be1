import { useEffect } from 'react'
import { profileLane } from '#contract/sync/lanes.ts'
import { useEntities, useSession } from '#local/react'

/**
 * Tells the name that a person who is signed in gave themselves last, here or elsewhere; the login knows the one of its
 * day.
 */
export function useOwnName(tell: (name: string | undefined) => void): void {
  const id = useSession().user?.id
  const name = useEntities().get(profileLane(id ?? ''))?.fields['fullname']
  useEffect(() => tell(typeof name === 'string' ? name : undefined), [name, tell])
}
