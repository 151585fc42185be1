import { useId } from 'react'

export interface ChipOption {
  value: string
  label: string
  disabled?: boolean
}
interface Props {
  label: string
  choices: readonly ChipOption[]
  value: string | undefined
  onChoose: (value: string) => void
  /** One row that is swiped, instead of a grid. */
  row?: boolean
}

/** Choices to tap, at most one of them on. Native radio buttons, so the arrow keys work. */
export function ChoiceChips({ label, choices, value, onChoose, row = false }: Props) {
  const name = useId()
  return (
    <fieldset className="mt-3 min-w-0">
      <legend className="sr-only">{label}</legend>
      <div
        className={
          row
            ? 'scrollbar-none -mx-1 flex snap-x scroll-px-1 gap-2 overflow-x-auto p-1 sm:flex-wrap'
            : 'grid grid-cols-[repeat(auto-fill,minmax(4.75rem,1fr))] gap-2'
        }
      >
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="relative flex min-h-11 shrink-0 snap-start items-center justify-center rounded-pill border border-control bg-surface px-3.5 text-sm font-medium whitespace-nowrap text-ink tabular-nums transition hover:border-ink-3 has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:text-ink-3 has-disabled:line-through has-focus-visible:outline-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.disabled ?? false}
              onChange={() => onChoose(choice.value)}
              className="absolute inset-0 size-full appearance-none rounded-pill opacity-0"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
