import { IconShieldCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'

/** Chats in which the note was closed, as long as the page is open. */
const closed = new Set<string>()

/** What stands over the first message of a chat: how people are cheated, and how not to be. */
export function Beginning({ other }: { other: string }) {
  const [open, setOpen] = useState(!closed.has(other))
  if (!open) return null
  const close = () => {
    closed.add(other)
    setOpen(false)
  }
  return (
    <aside
      aria-label="Stay safe"
      className="mx-auto mt-4 flex w-full max-w-[26rem] items-start gap-3 rounded-grid bg-amber-tint py-1.5 pr-1 pl-3.5 text-13 text-amber-ink"
    >
      <Icon of={IconShieldCheck} className="mt-2.5" />
      <p className="min-w-0 flex-1 py-2">
        Meet in public and by day. Never pay before you have seen the car and its papers.
      </p>
      <IconButton icon={IconX} label="Close this note" className="text-amber-ink!" onClick={close} />
    </aside>
  )
}
