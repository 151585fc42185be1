import { IconSearch } from '@tabler/icons-react'
import { type SyntheticEvent, useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { TextInput } from '#ui/form/text-input.tsx'

/** Words to look for in the articles; the address knows them when they are sent off. */
export function SearchBox({ value, onSearch }: { value: string; onSearch: (search: string) => void }) {
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
    <search className="w-full sm:w-80">
      <form onSubmit={submit} className="flex items-center gap-2">
        <TextInput
          label="Search the articles"
          hideLabel
          type="search"
          name="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder="Search the articles"
          maxLength={80}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="min-w-0 flex-1"
        />
        <IconButton icon={IconSearch} label="Search" look="tint" type="submit" />
      </form>
    </search>
  )
}
