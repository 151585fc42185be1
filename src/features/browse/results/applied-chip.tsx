import type { ListingState } from '#catalogue'
import { grouped } from '#contract/values/region.ts'
import type { Applied } from '#parts/search/applied.ts'
import { Chip, RemovableChip } from '#ui/show/chip.tsx'

interface Props {
  applied: Applied
  onChange: (next: ListingState) => void
}

/** A filter in force; or a word that only orders, struck out where no car has it: one tap asks for it of every car. */
export function AppliedChip({ applied: { label, without, wish }, onChange }: Props) {
  if (wish?.cars === undefined) return <RemovableChip label={label} onRemove={() => onChange(without)} />
  return (
    <Chip onClick={() => onChange(wish.must)}>
      {wish.cars === 0 ? <s>not found: {wish.word}</s> : `Only ${label}: ${grouped(wish.cars)}`}
    </Chip>
  )
}
