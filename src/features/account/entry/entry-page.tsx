import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { IconCircleCheck, IconMail } from '@tabler/icons-react'
import { Icon } from '#ui/icon.tsx'

interface Props {
  title: string
  /** Line below the title. */
  intro?: ReactNode
  /** Success message of the previous page. */
  notice?: string | undefined
  children: ReactNode
}

/** Shows a narrow page with one task: without a frame on a phone, as a card on a wider screen. */
export function EntryPage({ title, intro, notice, children }: Props) {
  return (
    <div className="mx-auto w-full max-w-[30rem] px-4 py-8 sm:py-12">
      <div className="sm:rounded-card sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow-e1">
        <h1 className="text-3xl font-bold">{title}</h1>
        {intro !== undefined && <p className="mt-1 text-ink-2">{intro}</p>}
        {notice !== undefined && <Note icon="done" title={notice} />}
        {children}
      </div>
    </div>
  )
}

interface EntryLinkProps {
  href: string
  /** History state for the target page. */
  state?: object
  children: ReactNode
}

/** Links to another page, with a touch target of full size. */
export function EntryLink({ href, state, children }: EntryLinkProps) {
  return (
    <Link
      href={href}
      {...(state ? { state } : {})}
      className="inline-flex min-h-11 items-center font-medium text-brand hover:underline"
    >
      {children}
    </Link>
  )
}

const icons = { done: IconCircleCheck, email: IconMail }

interface NoteProps {
  icon: keyof typeof icons
  title: string
  /** Phrasing content only, because screen readers read it as one piece. */
  children?: ReactNode
  action?: ReactNode
}

/** Shows a success message, or the next step, in a box of its own. */
export function Note({ icon, title, children, action }: NoteProps) {
  return (
    <div className="mt-5 flex gap-3 rounded-grid bg-brand-tint p-4">
      <Icon of={icons[icon]} size={24} className="text-brand" />
      <div className="min-w-0 flex-1">
        <output className="block">
          <b className={`block ${children ? 'font-semibold' : 'font-medium'}`}>{title}</b>
          {children && <span className="mt-1 block text-sm text-ink-2">{children}</span>}
        </output>
        {action && <div className="mt-3">{action}</div>}
      </div>
    </div>
  )
}
