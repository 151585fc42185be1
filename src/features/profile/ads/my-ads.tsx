import { counted } from '#contract/values/region.ts'
import { useState, useEffect, useRef } from 'react'
import { pageSizes, limits } from '#contract/limits.ts'
import { useAdDrafts } from '#local/react'
import { Pager } from '#ui/nav/pager.tsx'
import { QueryState } from '../query-state.tsx'
import { usePager, useProfileAddress } from '../address.ts'
import { DraftList } from './draft-list.tsx'
import { useOwnAds, type OwnAd } from './use-own-ads.ts'
import { OwnAdCard } from './own-ad-card.tsx'
import { useDeleting, type Withdraw } from './use-deleting.tsx'
import { Button } from '#ui/button.tsx'
import { IconCar, IconFileImport, IconSearch } from '@tabler/icons-react'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { Icon } from '#ui/icon.tsx'
import { TextInput } from '#ui/form/text-input.tsx'

/** Milliseconds of debounce before the search is requested. */
const pause = 300

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

const adGrid = 'grid grid-cols-1 gap-4 lg:grid-cols-2'

/** Lists own ads with their buttons; an ad that is being deleted has a button to undo that. */
function AdList({ ads, withdraw }: { ads: readonly OwnAd[]; withdraw: Withdraw }) {
  const { confirm, undo, isLeaving, question } = useDeleting(withdraw)
  return (
    <>
      <ul className={adGrid}>
        {ads.map((ad) => (
          <li key={ad.id}>
            {ad.deleted || isLeaving(ad.id) ? (
              <DeletedAd ad={ad} sure={ad.deleted} onUndo={() => void undo(ad)} />
            ) : (
              <OwnAdCard ad={ad} onDelete={() => confirm(ad)} />
            )}
          </li>
        ))}
      </ul>
      {question}
    </>
  )
}

/** Number of ads up to which no search is shown. */
const few = 4

/** Shows the person's ads, twelve a page, with buttons to change them (R-PROF-08, R-PROF-09). */
export function MyAds({ dealer }: { dealer: boolean }) {
  const { page } = useProfileAddress()
  const [search, setSearch] = useState('')
  // A search begins at page 1, independent of the page of the list.
  const { reading, unsent, adsOf } = useOwnAds(search === '' ? page : 1, search)
  const { withdraw, ...drafts } = useAdDrafts()
  const searchable = search !== '' || (reading.data?.totalCount ?? 0) > few
  const pager = usePager('my-ads', search === '' ? reading : undefined, pageSizes.ownCars)

  const skeleton = (
    <div className={adGrid}>
      {Array.from({ length: 3 }, (_, key) => (
        <OwnAdSkeleton key={key} />
      ))}
    </div>
  )
  // The skeleton stays until the drafts are loaded, so that the layout does not shift.
  if (!drafts.drafts) return <div aria-busy="true">{skeleton}</div>
  return (
    <>
      <DraftList {...drafts} />
      {(searchable || dealer) && (
        <div className="mb-3 flex flex-wrap items-center gap-3">
          {searchable && (
            <div className="min-w-0 flex-1 basis-60">
              <AdSearch onSearch={setSearch} />
            </div>
          )}
          {dealer && (
            <Button href="/import" look="outline" icon={IconFileImport}>
              Import ads
            </Button>
          )}
        </div>
      )}
      {/* Ads that wait on this phone are shown even when the list of the server is not loaded. */}
      {!reading.data && unsent.length > 0 && <AdList ads={unsent} withdraw={withdraw} />}
      <QueryState
        reading={reading}
        what="Your ads"
        skeleton={skeleton}
        count={({ totalCount }) => counted(totalCount + unsent.length, 'ad')}
        isEmpty={({ totalCount }) => totalCount + unsent.length === 0}
        empty={
          search !== '' ? (
            <EmptyState icon={IconCar} title="None of your ads has these words">
              Try fewer or other words.
            </EmptyState>
          ) : (
            // R-ERR-15
            <EmptyState
              icon={IconCar}
              title="No cars available"
              actions={<Button href="/post/ad">Introduce your car</Button>}
            >
              What you put up for sale is listed here.
            </EmptyState>
          )
        }
      >
        {(all) => (
          <>
            <AdList
              ads={[...(page === 1 || search !== '' ? unsent : []), ...adsOf(all)]}
              withdraw={withdraw}
            />
            {search === '' && (
              <div className="mt-6">
                <Pager {...pager} />
              </div>
            )}
          </>
        )}
      </QueryState>
    </>
  )
}

interface Props {
  ad: OwnAd
  /** Whether the deletion is in the outbox, and is sent as soon as possible. */
  sure: boolean
  onUndo: () => void
}

/** Shows an ad whose deletion has not reached the server, with a button to undo the deletion. */
function DeletedAd({ ad, sure, onUndo }: Props) {
  const undo = useRef<HTMLButtonElement>(null)
  const fresh = useRef(!sure)
  const undone = useRef(false)
  // The delete button is gone, so the undo button gets the focus, for people with a keyboard or a screen reader.
  useEffect(() => {
    const item = undo.current?.closest('li')
    if (fresh.current) undo.current?.focus()
    return () => {
      // After an undo the undo button is gone, so the focus returns to the delete button, unless the ad is gone too.
      if (undone.current && document.activeElement === document.body)
        [...(item?.querySelectorAll('button') ?? [])].at(-1)?.focus()
    }
  }, [])
  return (
    <div className="flex items-center gap-3 rounded-card border border-dashed border-control py-2 pr-2 pl-4">
      <p className="min-w-0 flex-1 text-sm text-ink-2">
        <span className="block truncate font-medium">{ad.fields.title}</span>
        {sure ? 'Will be deleted when this reaches the server' : 'Being deleted …'}
      </p>
      <Button
        ref={undo}
        look="quiet"
        size="sm"
        onClick={() => {
          undone.current = true
          onUndo()
        }}
      >
        Undo<span className="sr-only"> deleting {ad.fields.title}</span>
      </Button>
    </div>
  )
}

/** Shows a placeholder as high as the card of an ad. */
function OwnAdSkeleton() {
  return (
    <div className="rounded-card bg-surface shadow-e1">
      <div className="flex gap-3 p-3">
        <Skeleton className="aspect-[4/3] w-30 shrink-0 rounded-input!" />
        <div className="flex-1">
          <Skeleton className="mt-1 h-6 w-28" />
          <Skeleton className="mt-2 h-4 w-4/5" />
          <Skeleton className="mt-2 h-3 w-1/2" />
        </div>
      </div>
      <div className="flex items-center gap-2 border-t border-line p-3">
        <Skeleton className="h-12 flex-1 rounded-input!" />
        <Skeleton className="size-11 rounded-pill!" />
        <Skeleton className="size-11 rounded-pill!" />
      </div>
    </div>
  )
}
