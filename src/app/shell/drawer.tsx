import { IconBook, IconCar, IconHome, IconShieldCheck, IconSteeringWheel, IconTag } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { breakpoints } from '#contract/limits.ts'
import type { User } from '#contract/users/users.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon, type IconShape } from '#ui/icon.tsx'
import { Sheet } from '#ui/layer/sheet.tsx'
import { Avatar } from '#ui/show/avatar.tsx'
import { ConnectionMark } from '../status/connection-mark.tsx'
import { isCurrent, mainMenu } from './main-menu.ts'

const icons: Record<(typeof mainMenu)[number]['href'], IconShape> = {
  '/': IconHome,
  '/listings': IconCar,
  '/post/ad': IconTag,
  '/blog': IconBook,
  '/insurance': IconShieldCheck,
}
interface Props {
  open: boolean
  onClose: () => void
  user: User | undefined
  onLogout: () => void
}

/** Shows the main navigation up to 1024 px (R-NAV-39, R-NAV-40). Closes when a link is followed or the window becomes wider. */
export function Drawer({ open, onClose, user, onLogout }: Props) {
  const [path] = useLocation()
  useEffect(() => {
    if (!open) return
    const wide = matchMedia(`(min-width: ${breakpoints.drawer + 1}px)`)
    wide.addEventListener('change', onClose)
    return () => wide.removeEventListener('change', onClose)
  }, [open, onClose])
  return (
    <Sheet open={open} onClose={onClose} title="Menu" side="left" footer={<ConnectionMark />}>
      <nav aria-label="Main" className="p-2">
        <ul>
          {mainMenu.map(({ label, href }) => (
            <li key={href}>
              <a
                href={href}
                onClick={onClose}
                aria-current={isCurrent(href, path) ? 'page' : undefined}
                className={classNames(
                  'flex min-h-12 items-center gap-3 rounded-input px-3 text-lg font-medium',
                  isCurrent(href, path) ? 'bg-brand-tint text-brand' : 'hover:bg-sunken',
                )}
              >
                <Icon of={icons[href]} size={22} />
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mx-5 border-t border-line" />
      <div className="flex flex-col gap-3 p-5">
        {user ? (
          <>
            <a href="/profile" onClick={onClose} className="flex items-center gap-3 font-semibold">
              <Avatar name={user.fullname} url={user.avatarurl} size={44} />
              <span className="min-w-0">
                <span className="block truncate text-lg">{user.fullname}</span>
                <span className="block truncate text-13 font-normal text-ink-3">{user.email}</span>
              </span>
            </a>
            <Button href="/book-test-drive" look="secondary" icon={IconSteeringWheel} onClick={onClose}>
              Book A Test Drive
            </Button>
            <Button
              look="quiet"
              onClick={() => {
                onClose()
                onLogout()
              }}
            >
              Logout
            </Button>
          </>
        ) : (
          <>
            <Button href="/register" onClick={onClose}>
              Register
            </Button>
            <Button href="/login" look="outline" onClick={onClose}>
              Login
            </Button>
          </>
        )}
      </div>
    </Sheet>
  )
}
