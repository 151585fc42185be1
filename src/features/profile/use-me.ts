import { useState } from 'react'
import type { ProfileFields } from '#contract/users/profile.ts'
import { profileLane } from '#contract/sync/lanes.ts'
import { useEntity, useMyProfile, useOutbox, useSession } from '#local/react'

/** Which picture belongs to which field of an edit, and under which name it waits on the phone. */
export const pictures = {
  avatar: { field: 'avatar_image', url: 'avatarurl', owner: 'profile:avatar' },
  logo: { field: 'logo_image', url: 'logourl', owner: 'profile:logo' },
} as const
export type PictureName = keyof typeof pictures

export type Me = ReturnType<typeof useMe>

/** One's own account, as its owner sees it on this phone. */
export function useMe() {
  const { user } = useSession()
  const reading = useMyProfile()
  const view = useEntity(profileLane(user?.id ?? ''))
  const profile = reading.data
  // What was just saved is shown before the server was queried again.
  const ahead =
    profile && view && (view.waiting.length > 0 || (view.version ?? 0) >= profile.version) ? view : undefined
  return {
    /** As the server has it. */
    reading,
    profile,
    /** With what waits on this phone on top. */
    fields: profile && { ...profile.fields, ...(ahead?.fields as Partial<ProfileFields> | undefined) },
    /** What an edit of now is made on. */
    version: ahead?.version ?? profile?.version ?? 0,
    /** Edits that wait. */
    waiting: view?.waiting ?? [],
    /** An edit that a person must decide about. */
    undecided: view?.undecided,
  }
}

/**
 * The picture of oneself or of one's company that waits on this phone: its name, `''` when it waits to be taken away,
 * undefined when none does. It stays until the server's own one is here.
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
