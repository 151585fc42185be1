import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'wouter'
import { adminArticleRoutes } from '#contract/admin/admin-articles.ts'
import { regionOf } from '#contract/values/region.ts'
import { type FormDraft, useFormDraft, useSiteSettings, useServerQuery } from '#local/react'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { ArticleEditor, type TypedArticle } from './article-editor.tsx'

interface Props {
  /** `new` for one that is not written yet. */
  slug: string
  back: string
}

/** One article to be written; what is typed survives a killed tab. */
export function EditArticle({ slug, back }: Props) {
  const { timeZone } = regionOf[useSiteSettings().market]
  const draft = useFormDraft<TypedArticle>(`article:${slug}`)
  return (
    <div className="mt-2">
      <Link
        href={back}
        className="-ml-1 inline-flex min-h-11 items-center gap-1.5 font-medium text-brand hover:underline"
      >
        <Icon of={IconArrowLeft} size={20} />
        All articles
      </Link>
      {!draft.loaded ? (
        <Skeleton className="mt-2 h-96 rounded-card!" />
      ) : slug === 'new' ? (
        <ArticleEditor article={undefined} draft={draft} back={back} timeZone={timeZone} />
      ) : (
        <LoadedArticle slug={slug} draft={draft} back={back} timeZone={timeZone} />
      )}
    </div>
  )
}

function LoadedArticle({
  slug,
  draft,
  back,
  timeZone,
}: Props & { draft: FormDraft<TypedArticle>; timeZone: string }) {
  const asked = useServerQuery(adminArticleRoutes.adminGetArticle, { params: { slug } })
  if (asked.data)
    return <ArticleEditor article={asked.data.data} draft={draft} back={back} timeZone={timeZone} />
  if (!asked.error || asked.busy) return <Skeleton className="mt-2 h-96 rounded-card!" />
  return (
    <div className="mt-2 space-y-3">
      <ErrorNote>{asked.error.message}</ErrorNote>
      <Button onClick={asked.refresh}>Try again</Button>
    </div>
  )
}
