import { useId } from 'react'
import { classNames } from '../class-names.ts'

export interface ChoiceOption<V extends string> {
  value: V
  label: string
}
/** Returns the options of a record of labels, in its order. */
export const optionsOf = <V extends string>(words: Readonly<Record<V, string>>): ChoiceOption<V>[] =>
  Object.entries<string>(words).map(([value, label]) => ({ value: value as V, label }))

interface Props<V extends string> {
  label: string
  options: readonly ChoiceOption<V>[]
  value: V
  onChange: (value: V) => void
  className?: string
}

/** Renders two to four exclusive choices side by side. They are native radio buttons, so the arrow keys work. */
export function Segmented<V extends string>({ label, options, value, onChange, className }: Props<V>) {
  const name = useId()
  return (
    <fieldset className={classNames('flex rounded-pill bg-sunken p-1', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-11 flex-1 items-center justify-center rounded-pill px-4 text-sm font-medium text-ink-2 transition has-checked:bg-surface has-checked:text-ink has-checked:shadow-e1 has-focus-visible:outline-2 has-focus-visible:outline-brand"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
