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

/** Milliseconds without a key before the server is queried. */
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

/** Cards side by side. */
const adGrid = 'grid grid-cols-1 gap-4 lg:grid-cols-2'

/** Own ads, each with its ways to edit and delete it; what is going shows the way back. */
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

/** Ads that are seen at a glance and need no search. */
const few = 4

/** One's own ads, twelve a page: what is for sale, what is sold, and the way to change either (R-PROF-08, R-PROF-09). */
export function MyAds({ dealer }: { dealer: boolean }) {
  const { page } = useProfileAddress()
  const [search, setSearch] = useState('')
  // A search begins at its first page, wherever the list was left.
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
  // Nothing is shown that would move a moment later.
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
      {/* What waits here is shown, whatever is known of the rest. */}
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
  /** The moment of doubt is over: it goes as soon as it can. */
  sure: boolean
  onUndo: () => void
}

/** Wished away and not yet gone on the server: there is still a way back. */
function DeletedAd({ ad, sure, onUndo }: Props) {
  const undo = useRef<HTMLButtonElement>(null)
  const fresh = useRef(!sure)
  const undone = useRef(false)
  // What was pressed to delete it is gone; a person who works by keys or by ear is led to the way back.
  useEffect(() => {
    const item = undo.current?.closest('li')
    if (fresh.current) undo.current?.focus()
    return () => {
      // The button of the way back is gone: the focus is where the deletion began, unless the ad is gone as well.
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

/** Stands where one's own ad will stand, as high. */
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
