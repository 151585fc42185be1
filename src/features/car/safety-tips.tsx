import { IconCoinOff, IconFileSearch, IconUsers } from '@tabler/icons-react'
import { Icon } from '#ui/icon.tsx'

const tips = [
  { icon: IconUsers, text: 'Meet in a public place, by day, and bring someone along.' },
  { icon: IconFileSearch, text: 'Inspect the car and its papers before you decide.' },
  { icon: IconCoinOff, text: 'Do not pay in advance: no deposit before you have seen the car.' },
] as const

/** R-CAR-16, R-CAR-17 */
export function SafetyTips() {
  return (
    <section aria-labelledby="safety" className="rounded-card bg-amber-tint p-4">
      <h2 id="safety" className="text-lg font-bold text-amber-ink">
        Safety tips
      </h2>
      <ul className="mt-2 space-y-2.5">
        {tips.map(({ icon, text }) => (
          <li key={text} className="flex gap-2.5 text-sm text-ink">
            <Icon of={icon} className="text-amber-ink" />
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
