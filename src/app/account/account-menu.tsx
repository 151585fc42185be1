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

/** Profile, Chat, Post Ad, Logout (R-NAV-32). Its code comes with the first press of the avatar, so it opens at once. */
export function AccountMenu({ user, startsAt, onLogout }: Props) {
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
      <MenuItem href="/profile" className={itemLook}>
        Profile
      </MenuItem>
      <MenuItem href={chatAddress(user)} className={itemLook}>
        Chat
      </MenuItem>
      <MenuItem href="/post/ad" className={itemLook}>
        Post Ad
      </MenuItem>
      {user.role === 'admin' && (
        <MenuItem href="/admin" className={itemLook}>
          Running the place
        </MenuItem>
      )}
      <MenuItem onChoose={onLogout} className={itemLook}>
        Logout
      </MenuItem>
    </Menu>
  )
}
