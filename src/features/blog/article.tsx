import { useMemo } from 'react'
import type { Blog } from '#contract/blogs.ts'
import { Freshness } from '#parts/freshness.tsx'
import { Picture } from '#parts/picture.tsx'
import { Button } from '#ui/button.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { articleAddress } from './address.ts'
import { articleLook } from './article-loading.tsx'
import { plainArticle, richArticle } from './rich-article.tsx'
import { ShareLinks } from './share-links.tsx'
import { dayOf } from './words.ts'

const prose =
  'text-lg text-ink-2 [&_a]:font-semibold [&_a]:text-brand [&_a]:underline [&_a]:underline-offset-4 [&_blockquote]:border-l-4 [&_blockquote]:border-amber [&_blockquote]:py-1 [&_blockquote]:pl-4 [&_blockquote]:text-xl [&_blockquote]:text-ink [&_h2]:mt-8! [&_h2]:text-xl [&_h2]:font-bold [&_h2]:text-ink [&_h3]:mt-6! [&_h3]:font-semibold [&_h3]:text-ink [&_h4]:font-semibold [&_h4]:text-ink [&_li+li]:mt-2 [&_li]:ml-5 [&_ol]:list-decimal [&_strong]:text-ink [&_ul]:list-disc [&>*+*]:mt-4'
const sizes = '(min-width: 44rem) 42rem, 100vw'

interface Props {
  blog: Blog
  /** Server time of the copy on this phone, where that is shown. */
  keptAt: number | undefined
}

/** One article, to be read (R-BLOG-07 to R-BLOG-10). */
export function Article({ blog, keptAt }: Props) {
  const { title, slug, description, image, blur, updated_at } = blog
  const text = useMemo(() => richArticle(description), [description])
  const path = articleAddress(slug)
  const summary = useMemo(() => plainArticle(description), [description])
  return (
    <article className={articleLook.column}>
      <PageHead title={title} description={summary} canonical={path} />
      <h1 className={articleLook.title}>{title}</h1>
      <p className={articleLook.line}>
        <span>
          Updated <time dateTime={updated_at}>{dayOf(updated_at)}</time>
        </span>
        {keptAt !== undefined && (
          <span>
            · <Freshness at={keptAt} />
          </span>
        )}
      </p>
      <div className={articleLook.picture}>
        <Picture
          picture={image === '' ? undefined : { url: image, blur, alt: '' }}
          sizes={sizes}
          first
          alt=""
        />
      </div>
      <div className={`mt-6 ${prose}`}>{text}</div>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-4 border-t border-line pt-4">
        <ShareLinks title={title} path={path} />
        <Button href="/blog" look="quiet" size="sm" className="-mx-4">
          All articles
        </Button>
      </div>
    </article>
  )
}
