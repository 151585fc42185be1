import { aboutPage } from '#contract/heads/page-abouts.ts'
import { IconNews } from '@tabler/icons-react'
import { useLocation, useSearch } from 'wouter'
import { pageSizes } from '#contract/limits.ts'
import { useBlogs, useSiteSettings } from '#local/react'
import { listAddress, readListAddress } from '#parts/search/list-address.ts'
import { ListPage } from '#parts/search/list-page.tsx'
import { lazyInDrawn } from '#parts/use-at-rest.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { BlogCard, BlogCardSkeleton } from './blog-card.tsx'

const path = '/blog'
const Videos = lazyInDrawn(async () => (await import('./videos.tsx')).Videos)
/** A constant element: React does not re-render it before its code is loaded. */
const videos = <Videos />

/** Shows /blog: the articles as a grid of cards (R-BLOG-01 to R-BLOG-04), and the videos after them. */
export function BlogScreen() {
  const [, navigate] = useLocation()
  const place = readListAddress(useSearch())
  const reading = useBlogs(place.page, place.search)
  return (
    <ListPage
      title="News & Reviews"
      about={aboutPage('/blog', useSiteSettings())}
      searchLabel="Search the articles"
      onSearch={(search) => navigate(listAddress(path, { search }))}
      path={path}
      place={place}
      reading={reading}
      size={pageSizes.blogs}
      one="article"
      many="articles"
      offline="Articles that you have opened before are kept on this phone."
      grid="@container grid gap-5 sm:grid-cols-2 lg:grid-cols-3"
      height="max-sm:[contain-intrinsic-block-size:auto_calc(75cqw+146px)]"
      skeleton={<BlogCardSkeleton />}
      none={<NoArticles search={place.search} />}
      keyOf={({ _id }) => _id}
      below={reading.data !== undefined && place.search === '' && videos}
    >
      {(blog, at) => <BlogCard blog={blog} first={at < 2} />}
    </ListPage>
  )
}

function NoArticles({ search }: { search: string }) {
  const none = search === ''
  return (
    <EmptyState
      icon={IconNews}
      title={none ? 'No articles yet' : `No article with “${search}”`}
      actions={
        <Button href={none ? '/listings' : path}>{none ? 'Meet the cars' : 'Show all articles'}</Button>
      }
    >
      {none ? 'The first ones are being written.' : 'Try another word, or fewer of them.'}
    </EmptyState>
  )
}
