import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { classNames } from '../class-names.ts'

/** The item that gets the focus when the menu opens. */
export type MenuEnd = 'first' | 'last'

/** Attributes that the button of a menu must have. */
interface MenuButton {
  ref: RefObject<HTMLButtonElement | null>
  id: string
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string | undefined
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
}
interface Props {
  button: (control: MenuButton) => ReactNode
  /** Item to focus in a menu that is open from its first render, because the press of its button loaded its code. */
  startsAt?: MenuEnd
  /** Classes for the position and look of the open menu. */
  className: string
  /** Menu items and other content of the menu. */
  children: ReactNode
}

/** Renders a menu button in the WAI-ARIA pattern. A choice, Escape, Tab and a press elsewhere close the menu. */
export function Menu({ button, startsAt, className, children }: Props) {
  const id = useId()
  const [open, setOpen] = useState(startsAt)
  const place = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!open) return
    itemsOf(list.current)
      .at(open === 'first' ? 0 : -1)
      ?.focus()
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) setOpen(undefined)
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [open])

  const close = () => {
    setOpen(undefined)
    opener.current?.focus()
  }
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpen(event.key === 'ArrowDown' ? 'first' : 'last')
  }
  /** Closes the menu after the click: a menu that closes on pointer down is gone before the item receives the click. */
  const choose = ({ target }: MouseEvent) => {
    if (!(target instanceof Element && target.closest('[role="menuitem"]'))) return
    // The chosen action may have moved the focus, and then the focus must not return to the button.
    if (place.current?.contains(document.activeElement)) close()
    else setOpen(undefined)
  }
  return (
    <div ref={place} className="relative">
      {button({
        ref: opener,
        id: `${id}b`,
        'aria-haspopup': 'menu',
        'aria-expanded': open !== undefined,
        'aria-controls': open && id,
        onClick: () => (open ? close() : setOpen('first')),
        onKeyDown: openByKey,
      })}
      {open && (
        <div
          ref={list}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-labelledby={`${id}b`}
          onClick={choose}
          onKeyDown={(event) => moveIn(event, close)}
          className={className}
        >
          {children}
        </div>
      )}
    </div>
  )
}

type ItemProps = { className: string; children: ReactNode } & (
  | { href: string; onChoose?: undefined }
  | { href?: undefined; onChoose: () => void }
)

/** Renders one item of a menu: a link, or a button with an action. */
export function MenuItem({ className, href, onChoose, children }: ItemProps) {
  const shared = {
    role: 'menuitem',
    tabIndex: -1,
    className: classNames('flex min-h-11 w-full items-center px-3 text-left', className),
  }
  return href === undefined ? (
    <button type="button" {...shared} onClick={onChoose}>
      {children}
    </button>
  ) : (
    <a {...shared} href={href}>
      {children}
    </a>
  )
}

const itemsOf = (menu: Element | null) => [
  ...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
]

/** Handles arrows (wrapping around), Home and End, a letter (next item that begins with it); Escape and Tab close the menu. */
function moveIn(event: KeyboardEvent, close: () => void): void {
  const { key, currentTarget: menu } = event
  const items = itemsOf(menu)
  const at = items.findIndex((item) => item === document.activeElement)
  if (key === 'Escape' || key === 'Tab') {
    event.stopPropagation()
    // Tab keeps its default action, which moves the focus on from the button.
    if (key === 'Escape') event.preventDefault()
    close()
    return
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return
  // The browser follows a focused link on Enter only, so Space needs a click.
  if (key === ' ' && document.activeElement instanceof HTMLAnchorElement) {
    event.preventDefault()
    document.activeElement.click()
    return
  }
  const next = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  const begins = (item: HTMLElement) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase())
  const to =
    {
      ArrowDown: next[0],
      ArrowUp: items.at(Math.max(at, 0) - 1),
      Home: items[0],
      End: items.at(-1),
    }[key] ?? (key.length === 1 && key !== ' ' ? next.find(begins) : undefined)
  if (!to) return
  event.preventDefault()
  to.focus()
}
