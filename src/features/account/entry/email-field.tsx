import type { ComponentProps } from 'react'
import { TextInput } from '#ui/form/text-input.tsx'

/** The address a person signs in with, as password managers know it. */
export function EmailField(props: Partial<ComponentProps<typeof TextInput>>) {
  return (
    <TextInput
      label="E-mail"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  )
}
