import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { controlLook } from '#ui/form/control-look.ts'
import { Field } from '#ui/form/field.tsx'
import { Icon } from '#ui/icon.tsx'

type Props = Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error'> & {
  autoComplete: 'current-password' | 'new-password'
} & Omit<ComponentProps<'input'>, 'type'>

/** A password that can be looked at while it is typed. Spread react-hook-form's `register(name)` onto it. */
export function PasswordField({ label, hint, error, ...input }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className="relative block">
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className={`${controlLook} pr-13`}
          />
          <button
            type="button"
            aria-label="Show password"
            aria-pressed={shown}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0.5 my-auto grid size-11 place-items-center rounded-input text-ink-2 hover:text-ink"
          >
            <Icon of={shown ? IconEyeOff : IconEye} size={22} />
          </button>
        </span>
      )}
    </Field>
  )
}
