import { IconPlus } from '@tabler/icons-react'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { adminArticleRoutes, type AdminVideo } from '#contract/admin/admin-articles.ts'
import { blogLimits } from '#contract/blogs.ts'
import { useCall, useServerQuery } from '#local/react'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { useAction } from '../list/action-dialog.tsx'
import { RowButton } from '../list/cells.tsx'
import { useFirstWrong } from '../list/focus.ts'

/** /admin/videos: what is below the articles (R-BLOG-05). */
export function AdminVideos() {
  const query = useServerQuery(adminArticleRoutes.adminListVideos, {})
  const { ask, dialog } = useAction(query.refresh)
  const remove = ({ _id: id, title, source }: AdminVideo) =>
    ask({
      title: `Remove ${title}?`,
      text:
        source === 'channel'
          ? "It comes back with the channel's next list."
          : 'It is no longer below the articles.',
      yes: 'Remove',
      danger: true,
      route: adminArticleRoutes.removeVideo,
      body: () => ({ id }),
    })
  return (
    <>
      <AddVideo onDone={query.refresh} />
      {query.error && !query.busy && <ErrorNote className="mt-6">{query.error.message}</ErrorNote>}
      {!query.data && !query.error && <Skeleton className="mt-6 h-40 rounded-card!" />}
      {query.data?.data.length === 0 && <p className="mt-6 text-ink-2">There are no videos.</p>}
      <ul className="mt-6 space-y-3">
        {query.data?.data.map((video) => (
          <li
            key={video._id}
            className="flex flex-wrap items-center gap-3 rounded-card bg-surface p-4 shadow-e1"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold wrap-anywhere">{video.title}</p>
              <p className="text-13 text-ink-3">
                {video._id} · {video.source === 'channel' ? 'From the channel' : 'Added here'}
                {video.poster === '' ? ' · its picture is on its way' : ''}
              </p>
            </div>
            <RowButton of={video.title} onClick={() => remove(video)}>
              Remove
            </RowButton>
          </li>
        ))}
      </ul>
      {dialog}
    </>
  )
}

const blank = { address: '', title: '' }

function AddVideo({ onDone }: { onDone: () => void }) {
  const { run, busy, error } = useCall(adminArticleRoutes.addVideo)
  const notify = useNotify()
  const [typed, setTyped] = useState(blank)
  async function add(event: FormEvent) {
    event.preventDefault()
    const result = await run({ body: typed })
    if (!result?.ok) return
    notify({ severity: 'success', message: result.body.msg })
    setTyped(blank)
    onDone()
  }
  const fields = busy ? {} : (error?.fields ?? {})
  const form = useRef<HTMLFormElement>(null)
  useFirstWrong(form, busy ? undefined : error)
  const at = (name: keyof typeof blank) => ({
    value: typed[name],
    error: fields[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setTyped({ ...typed, [name]: target.value }),
  })
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void add(event)}
      className="mt-4 grid gap-4 rounded-card bg-surface p-5 shadow-e1 lg:grid-cols-[1fr_1fr_auto] lg:items-start"
    >
      <TextInput label="YouTube address or id" {...at('address')} />
      <TextInput label="Title" maxLength={blogLimits.title} {...at('title')} />
      <Button type="submit" icon={IconPlus} loading={busy} className="lg:mt-6.5">
        Add
      </Button>
      {error && !busy && Object.keys(fields).length === 0 && <ErrorNote>{error.message}</ErrorNote>}
    </form>
  )
}
