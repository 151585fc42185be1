import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { WholeArticle } from '#contract/admin/admin-articles.ts'
import { blogLimits, blogRoutes } from '#contract/blogs.ts'
import { instantIn, wallTime } from '#contract/values/zone.ts'
import { type FormDraft, useCall, useNewDraftId } from '#local/react'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { useHere } from '#ui/use-here.ts'
import { imageIdPattern } from '#contract/sync/uploads.ts'
import { uploadedUrl } from '#contract/values/pictures.ts'
import { ArticleText } from '#parts/rich-article.tsx'
import { CarPicture } from '#parts/car-picture.tsx'
import { useFirstWrong } from '../list/focus.ts'
import { ArticlePicture } from './article-picture.tsx'

/** Conversion between typed text and HTML: an article is typed as plain paragraphs, with tags for other blocks. */

const block = /^<(?:p|ul|ol|h[2-4]|blockquote)[\s>]/i

/** Converts typed text to HTML: text between empty lines becomes a paragraph, unless it begins with a block tag. */
export const toArticleHtml = (typed: string): string =>
  typed
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (block.test(part) ? part : `<p>${part.replaceAll('\n', '<br>')}</p>`))
    .join('')

/** Splits HTML into its outermost block elements and the text between them. */
function piecesOf(html: string): string[] {
  const pieces: string[] = []
  let depth = 0
  let from = 0
  const cut = (to: number) => {
    pieces.push(html.slice(from, to).trim())
    from = to
  }
  for (const tag of html.matchAll(/<(\/?)(?:p|ul|ol|h[2-4]|blockquote)(?:\s[^>]*)?>/gi)) {
    const closes = tag[1] === '/'
    if (!closes && depth === 0) cut(tag.index)
    depth = Math.max(0, depth + (closes ? -1 : 1))
    if (closes && depth === 0) cut(tag.index + tag[0].length)
  }
  cut(html.length)
  return pieces.filter((piece) => piece !== '')
}

/** Converts HTML to typed text: a plain paragraph loses its tags. */
export const toTypedText = (html: string): string =>
  piecesOf(html)
    .map((piece) => {
      const inside = /^<p>(.*)<\/p>$/is.exec(piece)?.[1]
      if (inside === undefined || block.test(inside.trim())) return piece.replace(/\n\s*\n/g, '\n')
      return inside.replace(/\s+/g, ' ').replace(/<br ?\/?>/gi, '\n')
    })
    .join('\n\n')

/** Values of the form. `id` is made on this device, so that repeated requests create one article. */
export type TypedArticle = Record<'title' | 'text' | 'when' | 'image' | 'blur' | 'id', string>

interface Props {
  article: WholeArticle | undefined
  draft: FormDraft<TypedArticle>
  back: string
  /** Time zone of the market. */
  timeZone: string
}
type SaveAs = 'draft' | 'schedule' | 'publish'

/** Shows the form of an article with a preview, and the buttons that save or publish it. */
export function ArticleEditor({ article, draft, back, timeZone }: Props) {
  const { run, busy, error } = useCall(blogRoutes.saveBlog)
  const notify = useNotify()
  const [, navigate] = useLocation()
  const here = useHere()
  const newId = useNewDraftId()
  const { published_at: at = null, state = 'draft' } = article ?? {}
  const [typed, setTyped] = useState<TypedArticle>(
    // A draft of an older version contains neither picture nor id.
    () => ({
      title: article?.title ?? '',
      text: toTypedText(article?.description ?? ''),
      when: state === 'scheduled' && at !== null ? wallTime(timeZone, Date.parse(at)) : '',
      image: article?.image ?? '',
      blur: article?.blur ?? '',
      id: article?._id ?? newId(),
      ...draft.values,
    }),
  )
  // An upload may end while the person types, so its callback needs the latest values.
  const latest = useRef(typed)
  /** Slug of the article; undefined until the article is saved. */
  const [slug, setSlug] = useState(article?.slug)
  const [sending, setSending] = useState(false)
  const [tried, setTried] = useState('')
  const [missing, setMissing] = useState('')
  const [under, setUnder] = useState<SaveAs>('draft')
  const type = (patch: Partial<TypedArticle>) => {
    const next = { ...latest.current, ...patch }
    // An unsaved form that the person empties begins another article with another id.
    const restarted = slug === undefined && next.title === '' && next.text === ''
    latest.current = restarted ? { ...next, id: newId() } : next
    setTyped(latest.current)
    setMissing('')
    draft.save(latest.current)
  }

  async function save(as: SaveAs) {
    if (as === 'schedule' && typed.when === '') {
      setMissing('Please choose when it appears')
      return
    }
    setUnder(as)
    setTried(typed.image)
    const sent = latest.current
    // The draft stores the id, so that a retry after a reload uses the same id, whether or not a response arrived.
    if (slug === undefined) draft.save(sent)
    const result = await run({
      body: {
        ...(slug === undefined ? { id: sent.id } : { slug }),
        title: typed.title,
        description: toArticleHtml(typed.text),
        image: typed.image,
        published: as !== 'draft',
        ...(as === 'schedule' && { publish_at: instantIn(timeZone, typed.when) }),
      },
    })
    if (!result?.ok) return
    if (latest.current.id === sent.id) setSlug(result.body.data.slug)
    notify({ severity: 'success', message: result.body.msg })
    // Text typed during the request is not saved, so the draft stays.
    if (latest.current !== sent) return
    draft.clear()
    if (here.current) navigate(back)
  }
  const fields = error?.fields ?? {}
  const atField = ['title', 'description', 'publish_at', 'image'].some((name) => name in fields)
  const button = (as: SaveAs, words: string, look: 'primary' | 'secondary' | 'outline') => (
    <Button look={look} loading={busy && under === as} disabled={sending} onClick={() => void save(as)}>
      {words}
    </Button>
  )
  const isOut = state === 'published'
  const form = useRef<HTMLFormElement>(null)
  useFirstWrong(form, missing || (busy ? undefined : error))
  return (
    <div className="mt-2 grid gap-8 lg:grid-cols-2 lg:items-start">
      <form ref={form} noValidate className="min-w-0 space-y-4" onSubmit={(event) => event.preventDefault()}>
        {error && !busy && !atField && <ErrorNote>{error.message}</ErrorNote>}
        <TextInput
          label="Title"
          maxLength={blogLimits.title}
          value={typed.title}
          error={fields['title']}
          onChange={({ target }) => type({ title: target.value })}
        />
        <ArticlePicture
          image={typed.image}
          error={typed.image === tried ? fields['image'] : undefined}
          onChosen={type}
          onBusy={setSending}
        />
        <Textarea
          label="Text"
          rows={16}
          hint="An empty line begins a new paragraph. Tags that count: h2, h3, h4, strong, em, ul, ol, li, blockquote, a."
          value={typed.text}
          error={fields['description']}
          onChange={({ target }) => type({ text: target.value })}
        />
        {!isOut && (
          <TextInput
            type="datetime-local"
            label="Appears at"
            hint="For scheduling; on the clock of the market."
            value={typed.when}
            error={missing || fields['publish_at']}
            onChange={({ target }) => type({ when: target.value })}
          />
        )}
        <div className="flex flex-wrap gap-3">
          {button('publish', isOut ? 'Save' : 'Publish now', 'primary')}
          {!isOut && button('schedule', 'Schedule', 'secondary')}
          {button('draft', isOut ? 'Unpublish' : 'Save as draft', 'outline')}
        </div>
      </form>
      <ArticlePreview typed={typed} />
    </div>
  )
}

/** Shows an article as its readers will see it. */
function ArticlePreview({ typed: { title, text, image, blur } }: { typed: TypedArticle }) {
  const url = imageIdPattern.test(image) ? uploadedUrl(image) : image
  return (
    <section aria-label="Preview" className="min-w-0 rounded-card bg-surface p-5 shadow-e1">
      <p className="text-13 font-medium text-ink-3">As readers see it</p>
      <h2 className="mt-2 font-display text-3xl font-bold wrap-anywhere">{title || 'Title'}</h2>
      <div className="mt-4 overflow-hidden rounded-card">
        <CarPicture
          picture={image === '' ? undefined : { url, blur, alt: '' }}
          sizes="(min-width: 64rem) 36rem, 100vw"
          alt=""
        />
      </div>
      <ArticleText html={toArticleHtml(text)} />
    </section>
  )
}
