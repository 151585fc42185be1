import { IconCheck, IconScale } from '@tabler/icons-react'
import { mostCompared, useComparing } from '#local/react'
import { Icon } from '#ui/icon.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { Chip } from '#ui/show/chip.tsx'
import { compareHref, noneFits } from './compare-address.ts'

interface Props {
  slug: string
  title: string
}

/** Puts a car beside others, and leads to them. */
export function CompareButton({ slug, title }: Props) {
  const { slugs, set } = useComparing()
  const notify = useNotify()
  const on = slugs.includes(slug)
  async function press() {
    if (!on && slugs.length >= mostCompared) {
      notify({ severity: 'info', message: noneFits })
      return
    }
    const saved = await set(on ? slugs.filter((s) => s !== slug) : [...slugs, slug])
    if (!saved) notify({ severity: 'error', message: 'This phone could not keep that.' })
  }
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-1">
      <Chip pressed={on} onClick={() => void press()}>
        <Icon of={on ? IconCheck : IconScale} size={18} />
        {on ? 'Comparing' : 'Compare'}
        <span className="sr-only"> {title}</span>
      </Chip>
      {slugs.length > 0 && (
        <a
          href={compareHref(slugs)}
          className="inline-flex min-h-11 items-center rounded-pill px-3 text-sm font-semibold text-brand hover:bg-brand-tint"
        >
          {slugs.length === 1 ? 'See the comparison' : `See all ${slugs.length} side by side`}
        </a>
      )}
    </div>
  )
}
