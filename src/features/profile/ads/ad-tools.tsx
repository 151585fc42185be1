import { IconFileImport, IconSearch } from '@tabler/icons-react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { TextInput } from '#ui/form/text-input.tsx'

/** Milliseconds without a key before the server is asked. */
const pause = 300

/** Looks through one's own ads by their words. */
function AdSearch({ onSearch }: { onSearch: (words: string) => void }) {
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

interface Props {
  searchable: boolean
  /** Has a business: brings ads as a table too. */
  dealer: boolean
  onSearch: (words: string) => void
}

/** Above one's own ads: the search, when there are more than a glance takes, and a dealer's way to bring many at once. */
export function AdTools({ searchable, dealer, onSearch }: Props) {
  if (!searchable && !dealer) return null
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3">
      {searchable && (
        <div className="min-w-0 flex-1 basis-60">
          <AdSearch onSearch={onSearch} />
        </div>
      )}
      {dealer && (
        <Button href="/import" look="outline">
          <Icon of={IconFileImport} size={20} />
          Import ads
        </Button>
      )}
    </div>
  )
}
