import { IconSearch } from '@tabler/icons-react'
import { type SyntheticEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { TextInput } from '#ui/form/text-input.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { AddressFields } from './address-fields.tsx'

interface Props {
  label: string
  /** The last submitted text. */
  value: string
  /** Address without the search text, for a submit by the browser itself; public pages have one. */
  action?: string
  onSearch: (search: string) => void
  className?: string
}

/** Searches for a text when the person submits it. */
export function SearchForm({ label, value, action, onSearch, className = '' }: Props) {
  const [typed, setTyped] = useState(value)
  const [last, setLast] = useState(value)
  // The address has another search. Only the state changes, so the field keeps the focus.
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
