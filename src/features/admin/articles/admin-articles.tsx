import { IconPlus } from '@tabler/icons-react'
import { optionsOf } from '#ui/form/segmented.tsx'
import { type AdminArticle, adminArticleRoutes, type WholeArticle } from '#contract/admin/admin-articles.ts'
import { regionOf } from '#contract/values/region.ts'
import { useSiteSettings, useServerQuery, useFormDraft } from '#local/react'
import { Button } from '#ui/button.tsx'
import { formatDayAndTime } from '#ui/show/day-and-time.ts'
import { Pill } from '#ui/show/badge.tsx'
import { AdminList, type Column } from '../list/admin-list.tsx'
import { BackLink, RowLink } from '../list/cells.tsx'
import { useAdminAddress } from '../list/use-admin-address.ts'
import { Answer } from '../list/answer.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { ArticleEditor, type TypedArticle } from './article-editor.tsx'

/** Shows the form of one article, `new` for an article that is not saved yet; typed text survives a killed tab. */
function EditArticle({ slug, back }: { slug: string; back: string }) {
  const { timeZone } = regionOf[useSiteSettings().market]
  const draft = useFormDraft<TypedArticle>(`article:${slug}`)
  const begun = slug !== 'new'
  const query = useServerQuery(adminArticleRoutes.adminGetArticle, { params: { slug } }, { enabled: begun })
  const article = begun ? query.data : {}
  return (
    <div className="mt-2">
      <BackLink href={back}>All articles</BackLink>
      <Answer<{ data?: WholeArticle }>
        query={{ ...query, data: draft.loaded ? article : undefined }}
        what="The article"
        skeleton={<Skeleton className="mt-2 h-96 rounded-card!" />}
      >
        {({ data }) => <ArticleEditor article={data} draft={draft} back={back} timeZone={timeZone} />}
      </Answer>
    </div>
  )
}

const path = '/admin/articles'
const labels = { draft: 'Draft', scheduled: 'Scheduled', published: 'Published' }
const states = optionsOf({ all: 'All articles', ...labels })

/** Shows /admin/articles: all articles and a button for a new one (R-ROLE-20); `?id=new` or `?id={slug}` opens the form. */
export function AdminArticles() {
  const place = useAdminAddress(path)
  return place.id === undefined ? <List /> : <EditArticle key={place.id} slug={place.id} back={path} />
}

function List() {
  const place = useAdminAddress(path)
  const { timeZone } = regionOf[useSiteSettings().market]
  const state = place.filter('state', 'Which articles', states, 'all')
  const query = useServerQuery(adminArticleRoutes.adminListArticles, {
    body: { ...place.asked, state: state.value },
  })
  const columns: readonly Column<AdminArticle>[] = [
    {
      title: 'Article',
      bare: true,
      cell: (article) => <RowLink href={place.hrefWith({ id: article.slug })}>{article.title}</RowLink>,
    },
    {
      title: 'State',
      cell: (article) => (
        <>
          <Pill
            tone={article.state === 'published' ? 'brand' : article.state === 'scheduled' ? 'amber' : 'plain'}
          >
            {labels[article.state]}
          </Pill>
          {article.published_at !== null && (
            <p className="mt-1 text-13 text-ink-3">{formatDayAndTime(article.published_at, timeZone)}</p>
          )}
        </>
      ),
    },
  ]
  return (
    <AdminList
      place={place}
      query={query}
      searchLabel="Words of the title"
      filters={[state]}
      one="article"
      columns={columns}
    >
      <div className="mt-4">
        <Button href={place.hrefWith({ id: 'new' })} icon={IconPlus}>
          Write an article
        </Button>
      </div>
    </AdminList>
  )
}
