import { IconCloudOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useLocation, useParams } from 'wouter'
import { noBlog } from '#contract/blogs.ts'
import { useBlog } from '#local/react'
import { untoldAge, useCachedAt } from '#parts/car-age.tsx'
import { Button } from '#ui/button.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { Breadcrumb } from '#ui/nav/breadcrumb.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { articleLook, ArticleLoading } from './article-loading.tsx'
import { Article } from './article.tsx'

/**
 * /blog/{slug}: what this phone has of it at once, then what the server says (R-STATE-33). An article that the server
 * does not have leads home (R-ERR-27); a missing signal is no missing article.
 */
export function ArticleScreen() {
  const { slug } = useParams<{ slug: string }>()
  const reading = useBlog(slug)
  const { data, status, source, error, refreshing, refresh } = reading
  const cachedAt = useCachedAt(reading)
  const [, navigate] = useLocation()
  const notify = useNotify()
  const blog = data?.blog
  // What was not there once may be there by now: only a fresh answer counts.
  const gone = data !== undefined && !blog && source === 'network' && !refreshing
  useEffect(() => {
    if (!gone) return
    notify({ severity: 'error', message: noBlog })
    navigate('/', { replace: true })
  }, [gone, notify, navigate])

  const unreachable = status === 'failed' || (data !== undefined && !blog && !gone && !refreshing)
  return (
    <div className={articleLook.page} {...untoldAge(source, cachedAt !== undefined)}>
      <div className={articleLook.column}>
        <Breadcrumb
          trail={[
            { label: 'Home', href: '/' },
            { label: 'News & Reviews', href: '/blog' },
            { label: blog?.title ?? 'Article' },
          ]}
        />
      </div>
      {blog ? (
        <Article key={blog._id} blog={blog} cachedAt={cachedAt} />
      ) : unreachable ? (
        <EmptyState
          level="h1"
          icon={IconCloudOff}
          title="This article is out of reach"
          actions={
            <>
              <Button onClick={refresh}>Try again</Button>
              <Button href="/blog" look="outline">
                All articles
              </Button>
            </>
          }
        >
          <p>{error?.message}</p>
          <p className="mt-1">It is not kept on this phone, so it needs a connection.</p>
        </EmptyState>
      ) : (
        <ArticleLoading />
      )}
    </div>
  )
}
