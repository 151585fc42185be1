import { useId, useRef } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { controlLook } from '#ui/form/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { toggleValue } from './choice.ts'
import { popupLook, usePopup } from './use-popup.ts'

interface Props {
  label: string
  options: readonly { value: string; label: string }[]
  chosen: readonly string[]
  /** Text of the button while nothing is chosen. */
  any: string
  onChange: (chosen: readonly string[]) => void
}

/** Chooses several options of a closed list: a button shows the choice and opens a checkbox for each option. */
export function MultiSelect({ label, options, chosen, any, onChange }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const { open, show, close, root } = usePopup(button, 'fieldset input')
  const names = options.filter((o) => chosen.includes(o.value)).map((o) => o.label)
  return (
    <div {...root} className="relative min-w-0">
      <span id={`${id}l`} className="mb-1.5 block text-sm font-medium text-ink">
        {label}
      </span>
      <button
        ref={button}
        id={`${id}b`}
        type="button"
        aria-labelledby={`${id}l ${id}v`}
        aria-expanded={open}
        aria-controls={open ? `${id}p` : undefined}
        onClick={open ? close : show}
        className={`${controlLook} flex items-center gap-2 pr-3 text-left`}
      >
        <span id={`${id}v`} className={`min-w-0 flex-1 truncate ${names.length === 0 ? 'text-ink-2' : ''}`}>
          {names.length === 0 ? any : names.join(', ')}
        </span>
        <Icon of={IconChevronDown} className="text-ink-3" />
      </button>
      {open && (
        <fieldset
          id={`${id}p`}
          data-popup
          aria-labelledby={`${id}l`}
          tabIndex={-1}
          className={`${popupLook} min-w-48`}
        >
          {options.map((option) => (
            <Checkbox
              key={option.value}
              label={option.label}
              checked={chosen.includes(option.value)}
              onChange={() => onChange(toggleValue(chosen, option.value))}
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}
