import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { TextInput } from '#ui/form/text-input.tsx'
import { Icon } from '#ui/icon.tsx'

/** Milliseconds without a key before the server is asked. */
const pause = 300

/** Looks through one's own ads by their words. */
export function AdSearch({ onSearch }: { onSearch: (words: string) => void }) {
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => onSearch(typed.trim()), pause)
    return () => clearTimeout(timer)
  }, [typed, onSearch])
  return (
    <search className="relative block">
      <TextInput
        label="Search your ads"
        hideLabel
        type="search"
        placeholder="Search your ads"
        maxLength={limits.maxFilterText}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="[&_input]:rounded-pill [&_input]:pl-11"
      />
      <Icon of={IconSearch} size={20} className="pointer-events-none absolute top-3.5 left-4 text-ink-3" />
    </search>
  )
}
