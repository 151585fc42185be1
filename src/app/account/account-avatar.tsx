import type { User } from '#contract/users/users.ts'
import { Avatar } from '#ui/show/avatar.tsx'

/** Classes of the button that opens the account menu; the same before and after the menu's code is loaded. */
export const avatarButtonLook =
  'inline-flex min-h-11 items-center gap-2 rounded-pill px-1 text-sm font-semibold hover:bg-sunken wide:pr-3'

/** Shows the avatar and the full name (R-NAV-32); on a narrow screen only screen readers get the name. */
export function AccountAvatar({ user }: { user: User }) {
  return (
    <>
      <Avatar name={user.fullname} url={user.avatarurl} size={36} />
      <span className="sr-only wide:not-sr-only wide:max-w-40 wide:truncate">{user.fullname}</span>
    </>
  )
}
