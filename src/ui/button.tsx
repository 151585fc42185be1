import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconShape } from './icon.tsx'
import { Spinner } from './show/spinner.tsx'

const looks = {
  primary: 'bg-brand text-on-brand hover:bg-brand-hover',
  secondary: 'bg-brand-tint text-brand hover:brightness-95 dark:hover:brightness-115',
  outline: 'border border-control bg-surface text-ink hover:bg-sunken',
  inverse: 'bg-inverse text-on-inverse hover:opacity-90',
  quiet: 'text-brand hover:bg-brand-tint',
  danger: 'bg-danger text-on-danger hover:opacity-90',
}
const sizes = { md: 'min-h-12 px-5 text-lg', sm: 'min-h-11 px-4 text-sm' }

interface Own {
  look?: keyof typeof looks
  size?: keyof typeof sizes
  icon?: IconShape
  /** Whether work is under way: a spinner precedes the label, clicks are ignored and screen readers announce the busy state. */
  loading?: boolean
  /** Whether the button fills the width of its container. */
  wide?: boolean
  className?: string
  children: ReactNode
}
type AsButton = Own & { href?: undefined } & Omit<ComponentProps<'button'>, keyof Own>
type AsLink = Own & { href: string } & Omit<ComponentProps<'a'>, keyof Own>

/** Renders a button, or with `href` a link that looks like a button. */
export function Button(props: AsButton | AsLink) {
  const {
    look = 'primary',
    size = 'md',
    icon,
    loading = false,
    wide = false,
    className,
    children,
    ...rest
  } = props
  const classes = classNames(
    'inline-flex select-none items-center justify-center gap-2 rounded-pill text-center font-semibold no-underline transition',
    'active:scale-[.98] disabled:cursor-not-allowed disabled:opacity-45 aria-disabled:opacity-70',
    looks[look],
    sizes[size],
    wide && 'w-full',
    className,
  )
  const inside = (
    <>
      {loading ? <Spinner /> : icon && <Icon of={icon} />}
      {children}
    </>
  )
  if (rest.href !== undefined) {
    return (
      <a {...rest} className={classes}>
        {inside}
      </a>
    )
  }
  const { onClick, type = 'button', ...button } = rest
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...button}
      type={type}
      className={classes}
      onClick={click}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
    >
      {inside}
    </button>
  )
}
