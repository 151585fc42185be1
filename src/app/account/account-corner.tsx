import { ignoreExpected, isMissingFile } from '#contract/values/expected.ts'
import { IconMessageCircle } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import type { User } from '#contract/users/users.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import type { MenuEnd } from '#ui/layer/menu.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'
import { AccountAvatar, avatarButtonLook } from './account-avatar.tsx'
import { chatAddress, unreachable } from '../shell/main-menu.ts'

const loadMenu = async () => (await import('./account-menu.tsx')).AccountMenu

/** Shows Login and Register to a guest (R-NAV-30). */
export function GuestCorner() {
  return (
    <>
      <a
        href="/login"
        className="inline-flex min-h-11 items-center rounded-pill px-2.5 text-sm font-semibold hover:bg-sunken wide:px-4"
      >
        Login
      </a>
      <Button href="/register" size="sm" look="inverse">
        Register
      </Button>
    </>
  )
}

/** Shows a signed-in person the chat, the account menu and, on a wide screen, the test drive (R-NAV-31 to R-NAV-33). */
export function AccountCorner({
  user,
  unread,
  onLogout,
}: {
  user: User
  unread: boolean
  onLogout: () => void
}) {
  const [opened, setOpened] = useState<MenuEnd>()
  // Without a connection the menu's code may be unavailable; the page works without the menu.
  const [AccountMenu, want] = useOnDemand(loadMenu, unreachable)
  const open = (at: MenuEnd) => want(() => setOpened(at))
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    open(event.key === 'ArrowDown' ? 'first' : 'last')
  }
  return (
    <>
      <Button href="/book-test-drive" size="sm" look="secondary" className="hidden! wide:inline-flex!">
        Book A Test Drive
      </Button>
      <IconButton
        icon={IconMessageCircle}
        href={chatAddress(user)}
        label={unread ? 'Chat, new messages' : 'Chat'}
        dot={unread}
      />
      {AccountMenu && opened ? (
        <AccountMenu user={user} startsAt={opened} onLogout={onLogout} />
      ) : (
        <button
          type="button"
          aria-haspopup="menu"
          aria-expanded={false}
          className={avatarButtonLook}
          onPointerEnter={() => void loadMenu().catch(ignoreExpected('load-menu', isMissingFile))}
          onClick={() => open('first')}
          onKeyDown={openByKey}
        >
          <AccountAvatar user={user} />
        </button>
      )}
    </>
  )
}
