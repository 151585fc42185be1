import type { UseFormRegisterReturn } from 'react-hook-form'
import { Select } from '#ui/form/select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import type { RewriteField } from './rewrite-kinds.ts'

interface Props {
  field: RewriteField
  /** What it starts from. */
  start: string | undefined
  error: string | undefined
  control: UseFormRegisterReturn
}
const types = { text: 'text', email: 'email', tel: 'tel', time: 'datetime-local' } as const

/** The control that fits one field. */
export function RewriteControl({ field: { label, look = 'text', options }, start, error, control }: Props) {
  if (look === 'long') return <Textarea label={label} error={error} {...control} />
  if (options)
    return <Select label={label} options={options} defaultValue={start} error={error} {...control} />
  return <TextInput label={label} type={types[look]} error={error} {...control} />
}
