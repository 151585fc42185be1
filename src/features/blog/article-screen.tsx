import {
  IconBrandFacebookFilled,
  IconBrandLinkedinFilled,
  IconBrandWhatsappFilled,
  IconBrandXFilled,
} from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { useLocation, useParams } from 'wouter'
import type { Blog } from '#contract/blogs.ts'
import { useBlog, useOrigin } from '#local/react'
import { hiddenAge, useCachedAt } from '#parts/car-age.tsx'
import { Button } from '#ui/button.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { Breadcrumb } from '#ui/nav/breadcrumb.tsx'
import { LoadFailed } from '#ui/show/load-failed.tsx'
import { formatUtcDay } from '#contract/values/region.ts'
import { articleHead, noBlog } from '#contract/heads/article-head.ts'
import { ArticleText, stripArticle } from '#parts/rich-article.tsx'
import { Freshness } from '#parts/freshness.tsx'
import { CarPicture } from '#parts/car-picture.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'

const lines = ['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-2/3']

/** Classes that an article and its skeleton share, so that nothing moves when the article arrives. */
const articleLook = {
  page: 'mx-auto max-w-page px-4 py-4',
  column: 'mx-auto max-w-text',
  title: 'mt-2 text-3xl font-bold text-balance',
  line: 'mt-2 flex min-h-5 flex-wrap gap-x-2 text-sm text-ink-3 tabular-nums',
  picture: 'mt-4 overflow-hidden rounded-card',
}

function ArticleLoading() {
  return (
    <div aria-busy="true">
      <output className="sr-only">Loading this article</output>
      <div className={articleLook.column}>
        <Skeleton className="mt-2 h-8 w-4/5" />
        <div className={articleLook.line}>
          <Skeleton className="h-4 w-40" />
        </div>
        <Skeleton className="mt-4 aspect-[4/3] rounded-card!" />
        <div className="mt-6 space-y-3">
          {lines.map((width, i) => (
            <Skeleton key={`${width}-${String(i)}`} className={`h-4 ${width}`} />
          ))}
        </div>
      </div>
    </div>
  )
}

/** Returns the share page of each network with its parameters. */
const networksFor = (url: string, text: string) =>
  [
    ['Facebook', IconBrandFacebookFilled, 'https://www.facebook.com/sharer/sharer.php', { u: url }],
    ['X', IconBrandXFilled, 'https://x.com/intent/post', { text, url }],
    ['LinkedIn', IconBrandLinkedinFilled, 'https://www.linkedin.com/sharing/share-offsite/', { url }],
    ['WhatsApp', IconBrandWhatsappFilled, 'https://wa.me/', { text: `${text} ${url}` }],
  ] as const

/** Links to four networks (R-BLOG-10, R-BLOG-11); plain links, so a network learns of a reader only when one is followed. */
function ShareLinks({ title, path }: { title: string; path: string }) {
  const url = useOrigin() + path
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h2 className="text-sm font-semibold text-ink-2">Share this article</h2>
      <ul className="flex gap-2">
        {networksFor(url, title).map(([name, icon, page, params]) => (
          <li key={name}>
            <IconButton
              icon={icon}
              label={`Share on ${name}`}
              look="tint"
              href={`${page}?${new URLSearchParams(params)}`}
              target="_blank"
              rel="noopener noreferrer"
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

const sizes = '(min-width: 44rem) 42rem, 100vw'

interface Props {
  blog: Blog
  /** Server time of the cached copy on this phone, if it must be shown. */
  cachedAt: number | undefined
}

/** Shows one article (R-BLOG-07 to R-BLOG-10). */
function Article({ blog, cachedAt }: Props) {
  const { title, description, image, blur, updated_at } = blog
  const head = useMemo(() => articleHead(blog, stripArticle(blog.description)), [blog])
  return (
    <article className={articleLook.column}>
      <PageHead {...head} />
      <h1 className={articleLook.title}>{title}</h1>
      <p className={articleLook.line}>
        <span>
          Updated <time dateTime={updated_at}>{formatUtcDay(updated_at)}</time>
        </span>
        {cachedAt !== undefined && (
          <span>
            · <Freshness at={cachedAt} />
          </span>
        )}
      </p>
      <div className={articleLook.picture}>
        <CarPicture
          picture={image === '' ? undefined : { url: image, blur, alt: '' }}
          sizes={sizes}
          first
          alt=""
        />
      </div>
      <ArticleText html={description} />
      <div className="mt-8 flex flex-wrap items-center justify-between gap-4 border-t border-line pt-4">
        <ShareLinks title={title} path={head.canonical} />
        <Button href="/blog" look="quiet" size="sm" className="-mx-4">
          All articles
        </Button>
      </div>
    </article>
  )
}

/**
 * Shows /blog/{slug}: the cached article at once, then the server's response (R-STATE-33). An article that the server does not
 * have leads to Home (R-ERR-27); without a connection an article does not count as missing.
 */
export function ArticleScreen() {
  const { slug } = useParams<{ slug: string }>()
  const reading = useBlog(slug)
  const { data, status, source, error, refreshing, refresh } = reading
  const cachedAt = useCachedAt(reading)
  const [, navigate] = useLocation()
  const notify = useNotify()
  const blog = data?.blog
  // A cached "not found" may be outdated, so only a fresh response counts.
  const notFound = data !== undefined && !blog && source === 'network' && !refreshing
  useEffect(() => {
    if (!notFound) return
    notify({ severity: 'error', message: noBlog })
    navigate('/', { replace: true })
  }, [notFound, notify, navigate])

  const unreachable = status === 'failed' || (data !== undefined && !blog && !notFound && !refreshing)
  return (
    <div className={articleLook.page} {...hiddenAge(source, cachedAt !== undefined)}>
      <div className={articleLook.column}>
        <Breadcrumb
          trail={[{ label: 'News & Reviews', href: '/blog' }, { label: blog?.title ?? 'Article' }]}
        />
      </div>
      {blog ? (
        <Article key={blog._id} blog={blog} cachedAt={cachedAt} />
      ) : unreachable ? (
        <LoadFailed
          level="h1"
          title="This article is out of reach"
          onRetry={refresh}
          actions={
            <Button href="/blog" look="outline">
              All articles
            </Button>
          }
        >
          <p>{error?.message}</p>
          <p className="mt-1">It is not kept on this phone, so it needs a connection.</p>
        </LoadFailed>
      ) : (
        <ArticleLoading />
      )}
    </div>
  )
}
