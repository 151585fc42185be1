import { usePhotoThumb, useSession } from '#local/react'
import { Avatar } from '#ui/show/avatar.tsx'
import { type Me, pictures, useWaitingPicture } from './use-me.ts'

const linkLook =
  'inline-flex min-h-11 items-center rounded-pill px-3 text-sm font-semibold text-brand hover:bg-brand-tint'

/** Whose profile this is. */
export function Greeting({ me }: { me: Me }) {
  const { user } = useSession()
  const waiting = useWaitingPicture('avatar', me)
  const thumb = usePhotoThumb(pictures.avatar.owner, waiting)
  if (!user) return null
  const name = me.fields?.fullname ?? user.fullname
  return (
    <div className="mb-3">
      <div className="flex items-center gap-4">
        <Avatar
          name={name}
          size={64}
          url={waiting === undefined ? (me.profile?.avatarurl ?? user.avatarurl) : (thumb ?? '')}
        />
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-2xl font-bold">{name}</h1>
          <p className="truncate text-ink-2">{user.email}</p>
        </div>
      </div>
      <p className="mt-1 -ml-3 flex flex-wrap">
        <a href="/account" className={linkLook}>
          Sign-in and security
        </a>
        <a href="/storage" className={linkLook}>
          Storage on this phone
        </a>
      </p>
    </div>
  )
}
