import { IconSearch } from '@tabler/icons-react'
import { type SyntheticEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { TextInput } from '#ui/form/text-input.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { AddressFields } from './address-fields.tsx'

interface Props {
  label: string
  /** What was sent off last. */
  value: string
  /** Address without these words, where a browser sends them by itself; public pages have one. */
  action?: string
  onSearch: (search: string) => void
  className?: string
}

/** Words that are looked for once they are sent off. */
export function SearchForm({ label, value, action, onSearch, className = '' }: Props) {
  const [typed, setTyped] = useState(value)
  const [last, setLast] = useState(value)
  // Another search came with the address; the field stays, and with it the focus.
  if (last !== value) {
    setLast(value)
    setTyped(value)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onSearch(typed.trim())
  }
  return (
    <search className={className}>
      <form action={action} onSubmit={submit} className="flex items-center gap-2">
        {action !== undefined && <AddressFields href={action} />}
        <TextInput
          label={label}
          hideLabel
          type="search"
          name="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder={label}
          maxLength={limits.maxFilterText}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="min-w-0 flex-1"
        />
        <IconButton icon={IconSearch} label="Search" look="tint" type="submit" />
      </form>
    </search>
  )
}
