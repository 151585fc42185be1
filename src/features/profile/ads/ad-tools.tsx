import { IconFileImport } from '@tabler/icons-react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { AdSearch } from './ad-search.tsx'

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
