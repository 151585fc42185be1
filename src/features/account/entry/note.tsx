import { IconCircleCheck, IconMail } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'

const icons = { done: IconCircleCheck, email: IconMail }

interface Props {
  icon: keyof typeof icons
  title: string
  /** Phrases only: it is read aloud as one piece. */
  children?: ReactNode
  action?: ReactNode
}

/** Good news, or what to do next, in a box of its own. */
export function Note({ icon, title, children, action }: Props) {
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
