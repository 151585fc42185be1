import { type ComponentType, type ReactNode, useCallback, useState } from 'react'
import { Header } from './header.tsx'
import { lazyNear, lazyPart, useAtRest } from '#parts/use-at-rest.ts'
import { IconCameraPlus, IconCar, IconHeart, IconMessageCircle, IconUser } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { isPassing, useSession } from '#local/react'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { chatAddress, isCurrent } from './main-menu.ts'
import { ignoreExpected } from '#contract/values/expected.ts'
import { useNotify } from '#ui/layer/snackbar.tsx'
import type { SignOutProps } from '../account/sign-out.tsx'

/** Shows five quick links on phones. Hidden while a keyboard is open, and where a screen has its own bar. */
function BottomBar({ slim }: { slim: boolean }) {
  const [path] = useLocation()
  const { user } = useSession()
  const places = [
    { label: 'Browse', href: '/listings', icon: IconCar },
    { label: 'Saved', href: '/saved', icon: IconHeart },
    { label: 'Sell', href: '/post/ad', icon: IconCameraPlus },
    { label: 'Chat', href: chatAddress(user), icon: IconMessageCircle },
    { label: 'You', href: user ? '/profile' : '/login', icon: IconUser },
  ]
  // The Chat link may lead to the plans, and the plans are not the chat.
  const isHere = (label: string, href: string) =>
    isCurrent(href, path) && (label !== 'Chat' || href === '/chat')
  return (
    <nav
      aria-label="Quick"
      className={classNames(
        'fixed inset-x-0 bottom-0 z-30 h-(--bottom-bar) border-t border-line bg-surface pb-[env(safe-area-inset-bottom,0px)] keyboard:hidden wide:hidden',
        slim && 'yields-to-pictures',
      )}
    >
      <ul className="mx-auto flex h-14 max-w-[40rem]">
        {places.map(({ label, href, icon }) => (
          <li key={label} className="flex-1">
            <a
              href={href}
              aria-current={isHere(label, href) ? 'page' : undefined}
              className={classNames(
                'flex h-full flex-col items-center justify-center gap-0.5 text-xs font-medium transition active:scale-95',
                isHere(label, href) ? 'font-semibold text-brand' : 'text-ink-2',
              )}
            >
              <Icon of={icon} size={22} />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Returns the logout action and its dialog. The first tap loads the dialog's code, so that no first view pays for it. */
export function useLogout() {
  const { signOut } = useSession()
  const notify = useNotify()
  // The sign-out dialog; undefined while no sign-out runs.
  const [Leaving, setLeaving] = useState<ComponentType<SignOutProps>>()
  const end = useCallback(() => setLeaving(undefined), [])
  const logout = useCallback(() => {
    void import('../account/sign-out.tsx').then(
      ({ SignOut }) => setLeaving(() => SignOut),
      // Without a confirmation nothing is deleted. The session is over, even if the store fails.
      async () => {
        await signOut({ keep: true }).catch(ignoreExpected('sign-out', isPassing))
        notify({ severity: 'success', message: 'You are logged out. What waits stays on this phone.' })
      },
    )
  }, [signOut, notify])
  return { logout, Leaving, end }
}

const Footer = lazyNear('footer', async () => (await import('./footer.tsx')).Footer)
/** A constant element: a re-render of the shell must not remove a drawn footer whose code is not loaded yet. */
const footer = <Footer />
/** Without a connection this code may not load; the page works without it. */
const News = lazyPart(async () => (await import('../status/news.tsx')).News)

interface Props {
  /** Whether the screen has its own bars on a phone. */
  ownBar: boolean
  children: ReactNode
}

/** Renders the frame that stays while screens change. Parts that no first view needs load when the page is at rest. */
export function Shell({ ownBar, children }: Props) {
  const { logout, Leaving, end } = useLogout()
  const rest = useAtRest()
  const [name, setName] = useState<string>()
  const [unread, setUnread] = useState(false)
  return (
    <div className="flex min-h-dvh flex-col pb-(--bottom-bar) wide:pb-0">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-pill bg-inverse px-5 py-3 text-on-inverse focus:translate-y-0"
      >
        Skip to content
      </a>
      <Header slim={ownBar} name={name} unread={unread} onLogout={logout} />
      <main id="content" className="min-h-[calc(100dvh-var(--header)-1px-var(--bottom-bar))] flex-1">
        {children}
      </main>
      {footer}
      <BottomBar slim={ownBar} />
      {rest && <News onName={setName} onUnread={setUnread} />}
      {Leaving && <Leaving onEnd={end} />}
    </div>
  )
}
