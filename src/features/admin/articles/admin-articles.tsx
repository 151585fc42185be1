import { IconPlus } from '@tabler/icons-react'
import { Link } from 'wouter'
import { type AdminArticle, adminArticleRoutes, articleStates } from '#contract/admin/admin-articles.ts'
import { regionOf } from '#contract/values/region.ts'
import { useSiteSettings, useServerQuery } from '#local/react'
import { Button } from '#ui/button.tsx'
import { dayAndTime } from '#ui/show/day-and-time.ts'
import { Pill } from '#ui/show/pill.tsx'
import { AdminList, type Column, rowsAPage } from '../list/admin-list.tsx'
import { useAdminAddress } from '../list/use-admin-address.ts'
import { EditArticle } from './edit-article.tsx'

const path = '/admin/articles'
const labels = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  all: 'All articles',
} as const
const choices = ['all', ...articleStates] as const
const states = choices.map((value) => ({ value, label: labels[value] }))

/** /admin/articles: what is written, and the way to write (R-ROLE-20); `?id=new` or the article's slug opens one. */
export function AdminArticles() {
  const place = useAdminAddress(path)
  return place.id === undefined ? <List /> : <EditArticle key={place.id} slug={place.id} back={path} />
}

function List() {
  const place = useAdminAddress(path)
  const { timeZone } = regionOf[useSiteSettings().market]
  const state = place.choice('state', choices, 'all')
  const { page, search } = place
  const asked = useServerQuery(adminArticleRoutes.adminListArticles, {
    body: { page, limit: rowsAPage, state, ...(search !== '' && { search }) },
  })
  const columns: readonly Column<AdminArticle>[] = [
    {
      title: 'Article',
      bare: true,
      cell: (article) => (
        <Link
          href={place.hrefWith({ id: article.slug })}
          className="inline-flex min-h-11 items-center font-semibold wrap-anywhere hover:underline"
        >
          {article.title}
        </Link>
      ),
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
            <p className="mt-1 text-13 text-ink-3">{dayAndTime(article.published_at, timeZone)}</p>
          )}
        </>
      ),
    },
  ]
  return (
    <>
      <div className="mt-4">
        <Button href={place.hrefWith({ id: 'new' })} icon={IconPlus}>
          Write an article
        </Button>
      </div>
      <AdminList
        place={place}
        asked={asked}
        searchLabel="Words of the title"
        filters={[{ name: 'state', label: 'Which articles', options: states, value: state }]}
        one="article"
        many="articles"
        keyOf={({ _id }) => _id}
        columns={columns}
      />
    </>
  )
}
