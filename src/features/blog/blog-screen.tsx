import { useLocation, useSearch } from 'wouter'
import { useBlogs } from '#local/react'
import { Breadcrumb } from '#ui/nav/breadcrumb.tsx'
import { useTurnedPage } from '#ui/nav/use-turned-page.ts'
import { PageHead } from '#ui/page-head.tsx'
import { addressOf, placeIn } from './address.ts'
import { Articles } from './articles.tsx'
import { SearchForm } from '#parts/search/search-form.tsx'
import { Videos } from './videos.tsx'

const about = 'How to buy a car well, sell it fairly and keep it long: written for South Africa and Nigeria.'

/** /blog: the articles as a grid of cards (R-BLOG-01 to R-BLOG-04); page and search are in the address. */
export function BlogScreen() {
  const [, navigate] = useLocation()
  const place = placeIn(useSearch())
  const reading = useBlogs(place.page, place.search)
  const title = useTurnedPage(place.page, place.search)
  const canonical = addressOf({ page: place.page })
  return (
    <div className="mx-auto max-w-page px-4 py-4">
      <PageHead
        title={place.page > 1 ? `News & Reviews, page ${place.page}` : 'News & Reviews'}
        description={about}
        canonical={canonical}
        noIndex={place.search !== ''}
      />
      <Breadcrumb trail={[{ label: 'Home', href: '/' }, { label: 'News & Reviews' }]} />
      <div className="mt-2 mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h1 ref={title} tabIndex={-1} className="text-3xl font-bold">
            News &amp; Reviews
          </h1>
          <p className="mt-1 max-w-text text-ink-2">{about}</p>
        </div>
        <SearchForm
          label="Search the articles"
          value={place.search}
          onSearch={(search) => navigate(addressOf({ search }))}
          className="w-full sm:w-80"
        />
      </div>
      <Articles place={place} reading={reading} onPlace={(to) => navigate(addressOf(to))} />
      {reading.data !== undefined && place.search === '' && <Videos />}
    </div>
  )
}
