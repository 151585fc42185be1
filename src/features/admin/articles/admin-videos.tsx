import { IconPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { adminArticleRoutes, type AdminVideo } from '#contract/admin/admin-articles.ts'
import { blogLimits } from '#contract/blogs.ts'
import { counted } from '#contract/values/region.ts'
import { useServerQuery } from '#local/react'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { Answer } from '../list/answer.tsx'
import { useAction } from '../list/action-dialog.tsx'
import { RowButton } from '../list/cells.tsx'
import { useRestoredFocus } from '../list/focus.ts'

/** Shows /admin/videos: the videos below the articles (R-BLOG-05). */
export function AdminVideos() {
  const query = useServerQuery(adminArticleRoutes.adminListVideos, {})
  const { ask, dialog } = useAction(query.refresh)
  const summary = useRef<HTMLOutputElement>(null)
  useRestoredFocus(summary, query.data)
  const add = () =>
    ask({
      title: 'Add a video',
      yes: 'Add',
      route: adminArticleRoutes.addVideo,
      inputs: { address: '', title: '' },
      body: (_, entered) => entered,
      children: ({ at }) => (
        <>
          <TextInput label="YouTube address or id" {...at('address')} />
          <TextInput label="Title" maxLength={blogLimits.title} {...at('title')} />
        </>
      ),
    })
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
      <Button icon={IconPlus} onClick={add} className="mt-4">
        Add a video
      </Button>
      <Answer query={query} what="The videos" skeleton={<Skeleton className="mt-6 h-40 rounded-card!" />}>
        {({ data }) => (
          <>
            <output ref={summary} tabIndex={-1} className="mt-6 block text-sm text-ink-2 outline-none">
              {data.length === 0 ? 'There are no videos.' : counted(data.length, 'video')}
            </output>
            <ul className="mt-3 space-y-3">
              {data.map((video) => (
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
          </>
        )}
      </Answer>
      {dialog}
    </>
  )
}
