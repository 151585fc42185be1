import type { ListingState } from '#catalogue'
import { RemovableChip } from '#ui/show/chip.tsx'
import type { Applied } from './state/applied.ts'

interface Props {
  applied: readonly Applied[]
  onChange: (next: ListingState) => void
  className?: string
}

/** The filters in force, each taken away by a tap. */
export function Loosen({ applied, onChange, className = '' }: Props) {
  return (
    <ul className={`flex flex-wrap gap-2 ${className}`}>
      {applied.map((a) => (
        <li key={a.key}>
          <RemovableChip label={a.label} onRemove={() => onChange(a.without)} />
        </li>
      ))}
    </ul>
  )
}
