import { useId, type ReactNode } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import { Icon } from '#ui/icon.tsx'
import type { ListingState } from '#catalogue'
import type { Facets } from '#contract/cars.ts'

/** Props that every section of the filters takes. */
export interface SectionProps {
  state: ListingState
  facets: Facets | undefined
  /** Whether the counts are loading. */
  waiting: boolean
  onChange: (next: ListingState) => void
}

interface Props {
  title: string
  /** Number of chosen options: "1 selected". */
  chosen?: number
  /** Name by which a shortcut opens the panel at this section. */
  name: string
  children: ReactNode
}

/** Shows one section of the filters, open from the start (R-LIST-12) and foldable. */
export function PanelSection({ title, chosen = 0, name, children }: Props) {
  const id = useId()
  return (
    <details open data-section={name} className="group border-b border-line px-4 py-2 last:border-b-0">
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-chip [&::-webkit-details-marker]:hidden">
        <h3 id={id} className="min-w-0 flex-1 font-sans text-lg font-semibold tracking-normal">
          {title}
        </h3>
        {chosen > 0 && <span className="text-sm text-ink-3">{chosen} selected</span>}
        <Icon of={IconChevronDown} className="text-ink-3 transition-transform group-open:rotate-180" />
      </summary>
      <fieldset aria-labelledby={id} className="min-w-0 pb-3">
        {children}
      </fieldset>
    </details>
  )
}
