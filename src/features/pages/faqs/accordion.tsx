import { IconChevronDown } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useHash } from '../text/use-hash.ts'
import type { FaqEntry } from './questions.tsx'

/** One entry open at a time (R-STAT-22); the address may name it. On paper all are open. */
export function Accordion({ entries }: { entries: readonly FaqEntry[] }) {
  const hash = useHash()
  const [chosen, setChosen] = useState<{ under: string; id: string | undefined }>()
  // A choice holds until the address names another entry.
  const open = chosen?.under === hash ? chosen.id : hash
  const choose = (id: string | undefined) => setChosen({ under: hash, id })
  return (
    <div className="mt-6 divide-y divide-line rounded-card bg-surface px-5 shadow-e1">
      {entries.map(({ id, asked, answer }) => {
        const isOpen = open === id
        const press = (event: MouseEvent) => {
          event.preventDefault()
          choose(isOpen ? undefined : id)
        }
        /** By the browser's own hand: find-in-page opens entries too. */
        const follow = (shown: boolean) => {
          if (shown !== isOpen) choose(shown ? id : undefined)
        }
        return (
          <details
            key={id}
            id={id}
            open={isOpen}
            onToggle={(event) => follow(event.currentTarget.open)}
            className="group print:[&::details-content]:[content-visibility:visible]"
          >
            <summary
              onClick={press}
              className="flex min-h-14 list-none items-center gap-3 rounded-chip py-3 [&::-webkit-details-marker]:hidden"
            >
              <h2 className="min-w-0 flex-1 font-sans text-lg font-semibold tracking-normal">{asked}</h2>
              <Icon
                of={IconChevronDown}
                className="text-ink-3 transition-transform group-open:rotate-180 print:hidden"
              />
            </summary>
            <div className="space-y-3 pb-5 text-ink-2 [&_b]:font-semibold [&_b]:text-ink">{answer}</div>
          </details>
        )
      })}
    </div>
  )
}
