import type { Blog } from '#contract/blogs.ts'
import { formatUtcDay } from '#contract/values/region.ts'
import { useServerNow } from '#local/react'
import { CarPicture } from '#parts/car-picture.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { articleAddress, timeAgo } from '#contract/heads/article-head.ts'

/** Shortens a title for a card (R-BLOG-02). */
export function truncateTitle(title: string): string {
  const characters = Array.from(title)
  return characters.length > 25 ? `${characters.slice(0, 22).join('')}...` : title
}

const box = 'relative flex h-full flex-col overflow-hidden rounded-card bg-surface shadow-e1'
const sizes = '(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw'

interface Props {
  blog: Blog
  first: boolean
  heading?: 'h2' | 'h3'
}

/** Shows one article of the list; the whole card is its link (R-BLOG-01, R-BLOG-02). */
export function BlogCard({ blog, first, heading: Heading = 'h2' }: Props) {
  const now = useServerNow()
  const short = truncateTitle(blog.title)
  const picture = blog.image === '' ? undefined : { url: blog.image, blur: blog.blur, alt: '' }
  return (
    <article className={`${box} transition active:scale-[.99]`}>
      <CarPicture picture={picture} sizes={sizes} first={first} alt="" />
      <div className="flex flex-1 flex-col px-4 pt-3 pb-4">
        <p className="h-4.5 text-13 text-ink-3 tabular-nums">
          <time dateTime={blog.updated_at}>
            {formatUtcDay(blog.updated_at)} · {timeAgo(Date.parse(blog.updated_at), now)}
          </time>
        </p>
        <Heading className="mt-1 h-6.5 truncate text-xl font-bold">
          <a href={articleAddress(blog.slug)} title={blog.title} className="after:absolute after:inset-0">
            {short === blog.title ? (
              short
            ) : (
              <>
                <span aria-hidden>{short}</span>
                <span className="sr-only">{blog.title}</span>
              </>
            )}
          </a>
        </Heading>
        <p className="mt-1 line-clamp-3 h-16.5 text-base text-ink-2">{blog.description}</p>
      </div>
    </article>
  )
}

/** Shows a placeholder with the same lines as a card. */
export function BlogCardSkeleton() {
  return (
    <div className={box}>
      <Skeleton className="aspect-[4/3] rounded-none!" />
      <div className="px-4 pt-3 pb-4">
        <Skeleton line="h-4.5" className="h-3 w-32" />
        <Skeleton line="mt-1 h-6.5" className="h-5 w-3/4" />
        <div className="mt-1 flex h-16.5 flex-col justify-around">
          <Skeleton className="h-3 w-full" />
          <Skeleton className="h-3 w-full" />
          <Skeleton className="h-3 w-2/3" />
        </div>
      </div>
    </div>
  )
}
