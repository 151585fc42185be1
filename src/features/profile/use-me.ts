import { useState } from 'react'
import type { ProfileFields } from '#contract/users/profile.ts'
import { profileLane } from '#contract/sync/lanes.ts'
import { useEntity, useMyProfile, useOutbox, useSession } from '#local/react'

/** Field of an edit, field of the profile, and name on the phone of each picture. */
export const pictures = {
  avatar: { field: 'avatar_image', url: 'avatarurl', owner: 'profile:avatar' },
  logo: { field: 'logo_image', url: 'logourl', owner: 'profile:logo' },
} as const
export type PictureName = keyof typeof pictures

export type Me = ReturnType<typeof useMe>

/** Reads the own account as this phone shows it. */
export function useMe() {
  const { user } = useSession()
  const reading = useMyProfile()
  const view = useEntity(profileLane(user?.id ?? ''))
  const profile = reading.data
  // An edit that was just saved is shown before the server's next response.
  const ahead =
    profile && view && (view.waiting.length > 0 || (view.version ?? 0) >= profile.version) ? view : undefined
  return {
    /** The server's data. */
    reading,
    profile,
    /** Fields with the waiting edits on top. */
    fields: profile && { ...profile.fields, ...(ahead?.fields as Partial<ProfileFields> | undefined) },
    /** Version on which the next edit is based. */
    version: ahead?.version ?? profile?.version ?? 0,
    /** Ids of the waiting edits. */
    waiting: view?.waiting ?? [],
    /** Id of the edit that the person must decide about. */
    undecided: view?.undecided,
  }
}

/**
 * Returns the name of the picture of the person or the company that waits on this phone, `''` when its removal waits,
 * undefined otherwise. The name stays until the new profile of the server has arrived.
 */
export function useWaitingPicture(name: PictureName, me: Me): string | undefined {
  const { field } = pictures[name]
  const waiting = useOutbox()
    .filter((entry) => me.waiting.includes(entry.id))
    .map((entry) => ('patch' in entry.payload ? entry.payload.patch[field] : undefined))
    .findLast((value) => typeof value === 'string')
  const [last, setLast] = useState<{ image: string; version: number }>()
  if (waiting !== undefined && waiting !== last?.image) setLast({ image: waiting, version: me.version })
  if (waiting !== undefined) return waiting
  const sent = last && me.profile && me.version > last.version && me.profile.version <= last.version
  return sent ? last.image : undefined
}
