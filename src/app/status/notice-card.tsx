import { type ReactNode, useId } from 'react'

interface Props {
  title: string
  actions: ReactNode
  children?: ReactNode
}

/** Something the phone must tell: above the bottom bar, where a thumb finds its buttons, until it is answered. */
export function NoticeCard({ title, actions, children }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="fixed inset-x-3 bottom-[calc(var(--bottom-bar)+0.75rem)] z-20 mx-auto max-w-[26rem] rounded-card border border-line bg-raised p-4 shadow-e1 wide:right-6 wide:bottom-6 wide:left-auto"
    >
      <div aria-live="polite">
        <h2 id={id} className="text-lg font-bold">
          {title}
        </h2>
        {children && <div className="mt-1 text-sm text-ink-2">{children}</div>}
      </div>
      <div className="mt-3 flex flex-wrap justify-end gap-2">{actions}</div>
    </section>
  )
}
