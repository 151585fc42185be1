import { IconCheck, IconScale } from '@tabler/icons-react'
import { useComparing } from '#local/react'
import { Icon } from '#ui/icon.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { Chip } from '#ui/show/chip.tsx'
import { compareHref, noneFits } from './compare-address.ts'

interface Props {
  slug: string
  title: string
}

/** Adds a car to the comparison or removes it, and links to the comparison. */
export function CompareButton({ slug, title }: Props) {
  const { slugs, change } = useComparing()
  const notify = useNotify()
  const on = slugs.includes(slug)
  async function press() {
    const fits = await change(slug, !on)
    if (fits === undefined) notify({ severity: 'error', message: 'This phone could not keep that.' })
    else if (!fits) notify({ severity: 'info', message: noneFits })
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
