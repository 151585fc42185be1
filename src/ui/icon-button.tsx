import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconShape } from './icon.tsx'

const looks = {
  plain: 'text-ink hover:bg-sunken',
  tint: 'bg-brand-tint text-brand hover:brightness-95 dark:hover:brightness-115',
  /** For use on top of a picture. */
  disc: 'bg-white/92 text-[#14211c] shadow-[0_1px_4px_rgb(0_0_0/0.2)] hover:bg-white',
}
interface Own {
  icon: IconShape
  /** Accessible name; the button has no visible text. */
  label: string
  look?: keyof typeof looks
  /** Whether a dot at the corner marks something new. */
  dot?: boolean
  className?: string
}
type Props =
  | (Own & { href?: undefined } & Omit<ComponentProps<'button'>, keyof Own | 'children'>)
  | (Own & { href: string } & Omit<ComponentProps<'a'>, keyof Own | 'children'>)

/** Renders a round target of 44 px with an icon and an accessible name. */
export function IconButton({ icon, label, look = 'plain', dot = false, className, ...rest }: Props) {
  const classes = classNames(
    'relative inline-flex size-11 shrink-0 items-center justify-center rounded-pill transition active:scale-95',
    looks[look],
    className,
  )
  const inside = (
    <>
      <Icon of={icon} size={22} />
      {dot && (
        <span className="absolute top-2 right-2 size-2.5 rounded-pill border-2 border-paper bg-heart" />
      )}
    </>
  )
  if (rest.href !== undefined) {
    return (
      <a {...rest} className={classes} aria-label={label}>
        {inside}
      </a>
    )
  }
  const { type = 'button', ...button } = rest
  return (
    <button {...button} type={type} className={classes} aria-label={label} title={button.title ?? label}>
      {inside}
    </button>
  )
}
