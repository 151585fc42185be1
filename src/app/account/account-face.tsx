import type { User } from '#contract/users/users.ts'

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .map((part) => part[0] ?? '')
    .join('')
    .slice(0, 2)
    .toUpperCase()

/** Avatar, or the initials where there is none. */
export function Avatar({ user, size = 36 }: { user: User; size?: number }) {
  if (user.avatarurl) {
    return (
      <img
        src={user.avatarurl}
        alt=""
        width={size}
        height={size}
        className="shrink-0 rounded-pill object-cover"
        style={{ width: size, height: size }}
      />
    )
  }
  return (
    <span
      aria-hidden
      className="inline-flex shrink-0 items-center justify-center rounded-pill bg-brand text-13 font-semibold text-on-brand"
      style={{ width: size, height: size }}
    >
      {initialsOf(user.fullname)}
    </span>
  )
}

/** What opens the account menu: the same before and after its code has arrived. */
export const faceButtonLook =
  'inline-flex min-h-11 items-center gap-2 rounded-pill px-1 text-sm font-semibold hover:bg-sunken wide:pr-3'

/** Avatar and full name (R-NAV-32); on a narrow screen the name is spoken only. */
export function AccountFace({ user }: { user: User }) {
  return (
    <>
      <Avatar user={user} />
      <span className="sr-only wide:not-sr-only wide:max-w-40 wide:truncate">{user.fullname}</span>
    </>
  )
}
