import { IconChevronRight, IconFileText } from '@tabler/icons-react'
import { useAdDrafts } from '#local/react'
import { Icon } from '#ui/icon.tsx'

const most = 2

/** Other ads that were begun, so that nobody writes one twice. */
export function ContinueDrafts({ but }: { but: string }) {
  const { drafts = [] } = useAdDrafts()
  const others = drafts.filter(({ id, ad_id }) => id !== but && ad_id === undefined)
  if (others.length === 0) return null
  return (
    <ul className="mb-4 divide-y divide-line overflow-hidden rounded-grid border border-line bg-surface">
      {others.slice(0, most).map(({ id, fields, pictures }) => {
        const title = fields['title']?.v
        return (
          <li key={id}>
            <a href={`/post/ad?draft=${id}`} className="flex min-h-12 items-center gap-2.5 px-3 py-2 text-sm">
              <Icon of={IconFileText} size={20} className="text-ink-3" />
              <span className="min-w-0 flex-1 truncate">
                Continue{' '}
                <strong className="font-semibold">
                  {title === undefined || title === '' ? 'your other draft' : title}
                </strong>
                {pictures.length > 0 && ` · ${pictures.length} ${pictures.length === 1 ? 'photo' : 'photos'}`}
              </span>
              <Icon of={IconChevronRight} size={18} className="text-ink-3" />
            </a>
          </li>
        )
      })}
    </ul>
  )
}
