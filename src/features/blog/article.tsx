import { useMemo } from 'react'
import type { Blog } from '#contract/blogs.ts'
import { articleHead } from '#contract/heads/article-head.ts'
import { ArticleText } from '#parts/article/article-text.tsx'
import { plainArticle } from '#parts/article/rich-article.tsx'
import { Freshness } from '#parts/freshness.tsx'
import { Picture } from '#parts/picture.tsx'
import { Button } from '#ui/button.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { articleLook } from './article-loading.tsx'
import { ShareLinks } from './share-links.tsx'
import { dayOf } from './words.ts'

const sizes = '(min-width: 44rem) 42rem, 100vw'

interface Props {
  blog: Blog
  /** Server time of the copy on this phone, where that is shown. */
  cachedAt: number | undefined
}

/** One article, to be read (R-BLOG-07 to R-BLOG-10). */
export function Article({ blog, cachedAt }: Props) {
  const { title, description, image, blur, updated_at } = blog
  const head = useMemo(() => articleHead(blog, plainArticle(blog.description)), [blog])
  return (
    <article className={articleLook.column}>
      <PageHead {...head} />
      <h1 className={articleLook.title}>{title}</h1>
      <p className={articleLook.line}>
        <span>
          Updated <time dateTime={updated_at}>{dayOf(updated_at)}</time>
        </span>
        {cachedAt !== undefined && (
          <span>
            · <Freshness at={cachedAt} />
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
