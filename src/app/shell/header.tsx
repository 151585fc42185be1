import { ignoreExpected, isMissingFile } from '#contract/values/expected.ts'
import { IconMenu2, IconSend } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import { filterWaiting, useConnection, useSession, useSiteSettings, useOutbox } from '#local/react'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'
import { AccountCorner, GuestCorner } from '../account/account-corner.tsx'
import { isCurrent, mainMenu, unreachable } from './main-menu.ts'
import { ConnectionMark } from '../status/connection-mark.tsx'
import { useClassesLoaded } from '#parts/use-at-rest.ts'
import { Icon } from '#ui/icon.tsx'
import { CountBadge } from '#ui/show/badge.tsx'

const loadDrawer = async () => (await import('./drawer.tsx')).Drawer

interface Props {
  /** Whether the screen starts at the top edge of a phone and has its own back button. */
  slim: boolean
  /** Current name of the signed-in person; undefined while only the login is known. */
  name: string | undefined
  /** Whether the person has an unread message (R-NAV-36). */
  unread: boolean
  onLogout: () => void
}

/** Shows the top bar. The first touch of the menu button loads the drawer's code. */
export function Header({ slim, name, unread, onLogout }: Props) {
  const [path] = useLocation()
  const login = useSession().user
  const user = login && { ...login, fullname: name ?? login.fullname }
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  // Without a connection the drawer's code may be unavailable; the page works without the drawer.
  const [Drawer, want] = useOnDemand(loadDrawer, unreachable)
  return (
    <header
      className={classNames(
        'sticky top-0 z-30 border-b border-line bg-paper pt-[env(safe-area-inset-top,0px)]',
        slim && 'yields-to-pictures',
      )}
    >
      <div className="mx-auto flex h-(--header) max-w-page items-center gap-1 px-2 sm:px-4">
        <IconButton
          icon={IconMenu2}
          label="Menu"
          aria-haspopup="dialog"
          className="wide:hidden!"
          onPointerEnter={() => void loadDrawer().catch(ignoreExpected('load-drawer', isMissingFile))}
          onClick={() => want(() => setOpen(true))}
        />
        <BrandCorner />
        <nav aria-label="Main" className="ml-8 hidden wide:block">
          <ul className="flex items-center gap-1">
            {mainMenu.map(({ label, href }) => (
              <li key={href}>
                <a
                  href={href}
                  aria-current={isCurrent(href, path) ? 'page' : undefined}
                  className={classNames(
                    'inline-flex min-h-11 items-center rounded-pill px-3.5 text-sm font-semibold transition hover:bg-sunken',
                    isCurrent(href, path) ? 'text-brand' : 'text-ink-2',
                  )}
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex shrink-0 items-center gap-1 wide:gap-2">
          <OutboxLink />
          {user ? <AccountCorner user={user} unread={unread} onLogout={onLogout} /> : <GuestCorner />}
        </div>
      </div>
      {Drawer && <Drawer open={open} onClose={close} user={user} onLogout={onLogout} />}
    </header>
  )
}

/**
 * Shows name and tagline (R-NAV-46). Without a good connection its state replaces the tagline, so that nothing on the page
 * moves.
 */
function BrandCorner() {
  const { name, tagline } = useSiteSettings()
  const { state } = useConnection()
  const styled = useClassesLoaded()
  return (
    <div className="flex min-w-0 flex-col">
      <a
        href="/"
        aria-label={`${name}, ${tagline}`}
        className="relative inline-flex self-start after:absolute after:inset-x-0 after:-inset-y-2.5"
      >
        <Wordmark name={name} />
      </a>
      {state === 'online' || !styled ? (
        <span className="truncate text-xs/4 text-ink-3">{tagline}</span>
      ) : (
        <ConnectionMark />
      )}
    </div>
  )
}

/** Links to the outbox with the number of waiting items; renders nothing at zero. */
function OutboxLink() {
  const count = filterWaiting(useOutbox()).length
  if (count === 0) return null
  return (
    <a
      href="/outbox"
      className="relative inline-flex size-11 items-center justify-center rounded-pill hover:bg-sunken"
      title="Waiting to be sent"
    >
      <Icon of={IconSend} size={22} />
      <span className="absolute top-0.5 right-0.5">
        <CountBadge count={count} label={`${count} waiting to be sent`} />
      </span>
    </a>
  )
}

/** Shows the product's name with its second half in the accent colour. */
export function Wordmark({ name }: { name: string }) {
  const shown = name.toLowerCase()
  const cut = Math.ceil(shown.length / 2) + (shown.length % 2 === 0 ? 1 : 0)
  return (
    <span className="font-display text-[1.375rem]/6 font-bold tracking-tight">
      {shown.slice(0, cut)}
      <span className="text-brand">{shown.slice(cut)}</span>
    </span>
  )
}
