import { IconListCheck } from '@tabler/icons-react'
import { Icon } from '#ui/icon.tsx'

/** R-POST-17 to R-POST-21 */
const rules = [
  'Post your ad in the right category.',
  'Do not post the same ad again within 48 hours.',
  'No pictures with watermarks.',
  'One car an ad, unless it is a package deal.',
  'No e-mail address or phone number in the title or the description.',
]

/** What is expected of an ad, before it goes out. */
export function PostingRules() {
  return (
    <section aria-labelledby="posting-rules" className="rounded-grid border border-line bg-surface p-4">
      <h2
        id="posting-rules"
        className="flex items-center gap-2 font-sans text-base font-semibold tracking-normal"
      >
        <Icon of={IconListCheck} size={20} />
        Posting rules
      </h2>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-sm text-ink-2">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  )
}
