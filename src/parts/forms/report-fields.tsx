import { IconAlertCircle } from '@tabler/icons-react'
import { type ComponentProps, useId } from 'react'
import { Textarea } from '#ui/form/textarea.tsx'
import { Icon } from '#ui/icon.tsx'

interface Props {
  question: string
  /** The reasons there are, with their words. */
  labels: Readonly<Record<string, string>>
  /** The reason that is chosen. */
  chosen: string
  reason: Pick<ComponentProps<'input'>, 'ref' | 'name' | 'onChange' | 'onBlur'> & {
    error: string | undefined
  }
  words: Omit<ComponentProps<typeof Textarea>, 'label'>
}

/** Why something is reported, and what a person adds to it. */
export function ReportFields({ question, labels, chosen, reason: { error, ...radio }, words }: Props) {
  const id = useId()
  return (
    <>
      <fieldset aria-describedby={error === undefined ? undefined : id}>
        <legend className="mb-1 font-medium text-ink">{question}</legend>
        {Object.entries(labels).map(([value, label]) => (
          <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3 text-ink">
            <input
              {...radio}
              type="radio"
              value={value}
              checked={value === chosen}
              className="size-5 accent-brand"
            />
            {label}
          </label>
        ))}
        {error !== undefined && (
          <p id={id} role="alert" className="mt-1 flex gap-1.5 text-sm text-danger">
            <Icon of={IconAlertCircle} size={18} />
            {error}
          </p>
        )}
      </fieldset>
      <Textarea
        rows={3}
        {...words}
        label={chosen === 'other' ? 'What is it?' : 'Anything we should know (optional)'}
      />
    </>
  )
}
