import { IconCloudOff, IconNews } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { pageSizes } from '#contract/limits.ts'
import type { BlogPage, Reading } from '#local/react'
import { Freshness } from '#parts/freshness.tsx'
import { Button } from '#ui/button.tsx'
import { Pager } from '#ui/nav/pager.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { addressOf, type Place } from './address.ts'
import { BlogCard, BlogCardSkeleton } from './blog-card.tsx'

const grid = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3'
const twelve = Array.from({ length: pageSizes.blogs }, (_, i) => i)

interface Props {
  place: Place
  reading: Reading<BlogPage>
  onPlace: (to: Place) => void
}

/** The grid with its pages above and below (R-BLOG-03), or why there is none. */
export function Articles({ place, reading, onPlace }: Props) {
  const { data, status, error, refresh } = reading
  const { page, search } = place
  const [, navigate] = useLocation()
  const pages = Math.max(1, Math.ceil((data?.count ?? 0) / pageSizes.blogs))
  const behind = data !== undefined && !reading.refreshing && page > pages
  useEffect(() => {
    if (behind) navigate(addressOf({ search, page: pages }), { replace: true })
  }, [behind, navigate, search, pages])

  if (data === undefined || behind) {
    return status === 'failed' ? (
      <EmptyState
        icon={IconCloudOff}
        title="The articles could not be loaded"
        actions={<Button onClick={refresh}>Try again</Button>}
      >
        <p>{error?.message}</p>
        <p className="mt-1">Articles that you have opened before are kept on this phone.</p>
      </EmptyState>
    ) : (
      <div aria-busy="true">
        <output className="sr-only">Loading articles</output>
        <div className={lineLook} />
        <div className={grid}>
          {twelve.map((key) => (
            <BlogCardSkeleton key={key} />
          ))}
        </div>
      </div>
    )
  }
  if (data.count === 0) return <NoArticles search={search} onAll={() => onPlace({ page: 1, search: '' })} />
  const pager = (label: string) => (
    <Pager
      label={label}
      page={page}
      pages={pages}
      hrefOf={(to) => addressOf({ search, page: to })}
      onPage={(to) => {
        onPlace({ search, page: to })
        window.scrollTo({ top: 0 })
      }}
    />
  )
  return (
    <>
      <div className={lineLook}>
        <p className="text-sm text-ink-2">
          <output className="tabular-nums">
            {data.count} {data.count === 1 ? 'article' : 'articles'}
            {search !== '' && ` with “${search}”`}
          </output>
          {reading.source === 'phone' && reading.asOf !== undefined && (
            <>
              {' · '}
              <Freshness at={reading.asOf} />
            </>
          )}
        </p>
        {pager('Pagination above the articles')}
      </div>
      <ul className={grid}>
        {data.data.map((blog, i) => (
          <li key={blog._id}>
            <BlogCard blog={blog} first={i < 2} />
          </li>
        ))}
      </ul>
      <div className="mt-6">{pager('Pagination below the articles')}</div>
    </>
  )
}
const lineLook =
  'mb-4 flex min-h-18 flex-col justify-between gap-2 sm:min-h-11 sm:flex-row sm:items-center [&>nav]:w-full sm:[&>nav]:w-auto'

function NoArticles({ search, onAll }: { search: string; onAll: () => void }) {
  return search === '' ? (
    <EmptyState
      icon={IconNews}
      title="No articles yet"
      actions={<Button href="/listings">Meet the cars</Button>}
    >
      The first ones are being written.
    </EmptyState>
  ) : (
    <EmptyState
      icon={IconNews}
      title={`No article with “${search}”`}
      actions={<Button onClick={onAll}>Show all articles</Button>}
    >
      Try another word, or fewer of them.
    </EmptyState>
  )
}
