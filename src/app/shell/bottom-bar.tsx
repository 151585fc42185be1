import { IconCameraPlus, IconCar, IconHeart, IconMessageCircle, IconUser } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { useSession } from '#local/react'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { chatAddress, isCurrent } from './main-menu.ts'

/** The five places a thumb goes to, on phones. Hidden while a keyboard is open, and where a screen has its own bar. */
export function BottomBar({ slim }: { slim: boolean }) {
  const [path] = useLocation()
  const { user } = useSession()
  const places = [
    { label: 'Browse', href: '/listings', icon: IconCar },
    { label: 'Saved', href: '/saved', icon: IconHeart },
    { label: 'Sell', href: '/post/ad', icon: IconCameraPlus },
    { label: 'Chat', href: chatAddress(user), icon: IconMessageCircle },
    { label: 'You', href: user ? '/profile' : '/login', icon: IconUser },
  ]
  // A person who is led to the plans instead of the chat is not in the chat.
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
