import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import { useEffect, useRef } from 'react'
import type { User } from '#contract/users/users.ts'
import { AccountAvatar, avatarButtonLook } from './account-avatar.tsx'
import { chatAddress } from '../shell/main-menu.ts'

interface Props {
  user: User
  onLogout: () => void
}
const itemLook =
  'flex min-h-11 w-full items-center rounded-input px-3 text-left text-base data-focus:bg-brand-tint data-focus:text-brand'

/** Profile, Chat, Post Ad, Logout (R-NAV-32). Its code comes with the first press of the avatar, so it opens at once. */
export function AccountMenu({ user, onLogout }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const opened = useRef(false)
  useEffect(() => {
    if (opened.current) return
    opened.current = true
    button.current?.click()
  }, [])
  return (
    <Menu as="div" className="relative">
      <MenuButton ref={button} className={avatarButtonLook}>
        <AccountAvatar user={user} />
      </MenuButton>
      <MenuItems
        modal={false}
        className="absolute top-full right-0 z-50 mt-2 w-56 rounded-grid border border-line bg-raised p-1.5 shadow-e1 focus:outline-none"
      >
        <p className="truncate px-3 py-2 text-13 text-ink-3">{user.email}</p>
        <MenuItem>
          <a href="/profile" className={itemLook}>
            Profile
          </a>
        </MenuItem>
        <MenuItem>
          <a href={chatAddress(user)} className={itemLook}>
            Chat
          </a>
        </MenuItem>
        <MenuItem>
          <a href="/post/ad" className={itemLook}>
            Post Ad
          </a>
        </MenuItem>
        {user.role === 'admin' && (
          <MenuItem>
            <a href="/admin" className={itemLook}>
              Running the place
            </a>
          </MenuItem>
        )}
        <MenuItem>
          <button type="button" className={itemLook} onClick={onLogout}>
            Logout
          </button>
        </MenuItem>
      </MenuItems>
    </Menu>
  )
}
