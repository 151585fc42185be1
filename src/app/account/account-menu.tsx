import type { User } from '#contract/users/users.ts'
import { Menu, type MenuEnd, MenuItem } from '#ui/layer/menu.tsx'
import { AccountAvatar, avatarButtonLook } from './account-avatar.tsx'
import { chatAddress } from '../shell/main-menu.ts'

interface Props {
  user: User
  startsAt: MenuEnd
  onLogout: () => void
}
const itemLook =
  'rounded-input text-base outline-hidden hover:bg-brand-tint hover:text-brand focus-visible:bg-brand-tint focus-visible:text-brand'

/** Shows Profile, Chat, Post Ad and Logout (R-NAV-32). The avatar's first press loads this code, so the menu starts open. */
export function AccountMenu({ user, startsAt, onLogout }: Props) {
  const places = [
    ['/profile', 'Profile'],
    [chatAddress(user), 'Chat'],
    ['/post/ad', 'Post Ad'],
    ...(user.role === 'admin' ? [['/admin', 'Running the place'] as const] : []),
  ] as const
  return (
    <Menu
      startsAt={startsAt}
      button={(control) => (
        <button type="button" {...control} className={avatarButtonLook}>
          <AccountAvatar user={user} />
        </button>
      )}
      className="absolute top-full right-0 z-50 mt-2 w-56 rounded-grid border border-line bg-raised p-1.5 shadow-e1 focus:outline-none"
    >
      <p className="truncate px-3 py-2 text-13 text-ink-3">{user.email}</p>
      {places.map(([href, label]) => (
        <MenuItem key={href} href={href} className={itemLook}>
          {label}
        </MenuItem>
      ))}
      <MenuItem onChoose={onLogout} className={itemLook}>
        Logout
      </MenuItem>
    </Menu>
  )
}
