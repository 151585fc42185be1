import { useState } from 'react'
import { pageSizes } from '#contract/limits.ts'
import { useAdDrafts } from '#local/react'
import { Pager } from '#ui/nav/pager.tsx'
import { QueryState } from '../query-state.tsx'
import { usePage, usePageWithin } from '../use-page.ts'
import { AdList, adGrid } from './ad-list.tsx'
import { AdTools } from './ad-tools.tsx'
import { DraftList } from './drafts/draft-list.tsx'
import { NoAds } from './no-ads.tsx'
import { OwnAdSkeleton } from './own-ad-skeleton.tsx'
import { useOwnAds } from './use-own-ads.ts'

const three = ['a', 'b', 'c']
const counted = (n: number) => (n === 1 ? '1 ad' : `${n} ads`)
/** Ads that are seen at a glance and need no search. */
const few = 4

/** One's own ads, twelve a page: what is for sale, what is sold, and the way to change either (R-PROF-08, R-PROF-09). */
export function MyAds({ dealer }: { dealer: boolean }) {
  const { page, hrefOf, onPage } = usePage('my-ads')
  const [search, setSearch] = useState('')
  // A search begins at its first page, wherever the list was left.
  const { reading, unsent, adsOf } = useOwnAds(search === '' ? page : 1, search)
  const { drafts, discard } = useAdDrafts()
  const pages = usePageWithin('my-ads', search === '' ? reading : undefined, pageSizes.ownCars)

  const skeleton = (
    <div className={adGrid}>
      {three.map((key) => (
        <OwnAdSkeleton key={key} />
      ))}
    </div>
  )
  // Nothing is shown that would move a moment later.
  if (!drafts) return <div aria-busy="true">{skeleton}</div>
  return (
    <>
      <DraftList drafts={drafts} discard={discard} />
      <AdTools
        searchable={search !== '' || (reading.data?.totalCount ?? 0) > few}
        dealer={dealer}
        onSearch={setSearch}
      />
      {/* What waits here is shown, whatever is known of the rest. */}
      {!reading.data && unsent.length > 0 && <AdList ads={unsent} />}
      <QueryState
        reading={reading}
        what="Your ads"
        skeleton={skeleton}
        count={({ totalCount }) => counted(totalCount + unsent.length)}
        isEmpty={({ totalCount }) => totalCount + unsent.length === 0}
        empty={<NoAds searched={search !== ''} />}
      >
        {(all) => (
          <>
            <AdList ads={[...(page === 1 || search !== '' ? unsent : []), ...adsOf(all)]} />
            {search === '' && (
              <div className="mt-6">
                <Pager page={page} pages={pages} hrefOf={hrefOf} onPage={onPage} />
              </div>
            )}
          </>
        )}
      </QueryState>
    </>
  )
}
