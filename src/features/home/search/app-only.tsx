import { IconBrandAndroid, IconBrandApple, type Icon as TablerIcon } from '@tabler/icons-react'
import { useSiteSettings } from '#local/react'
import { Button } from '#ui/button.tsx'

/** What the mobile app does for each of the three, as the services page has it (R-STAT-07, R-STAT-08). */
const does = {
  tracking: 'The mobile app shows where your car is, and takes the report when it was stolen.',
  roadside: 'The mobile app calls roadside and technical help: a mechanic, an electrician or a tow van.',
  forum: 'The mobile app lets you chat with the owner of a car by its plate number.',
}
export type AppOnly = keyof typeof does

/** A tab that is part of the mobile app: nothing but where to get it (R-HOME-07). */
export function AppOnlyPanel({ of }: { of: AppOnly }) {
  const { android, ios } = useSiteSettings().stores
  const stores: { href: string; words: string; icon: TablerIcon }[] = [
    { href: android, words: 'Android app', icon: IconBrandAndroid },
    { href: ios, words: 'iOS app', icon: IconBrandApple },
  ].filter(({ href }) => href !== '')
  return (
    <div className="flex min-h-40 flex-col items-start justify-center gap-4 pt-4">
      <p className="max-w-text text-lg text-ink-2">{does[of]}</p>
      {stores.length > 0 ? (
        <p className="flex flex-wrap gap-3">
          {stores.map(({ href, words, icon }) => (
            <Button
              key={words}
              href={href}
              look="outline"
              icon={icon}
              rel="noopener noreferrer"
              target="_blank"
            >
              {words}
            </Button>
          ))}
        </p>
      ) : (
        <p className="text-ink-3">It is in no app store yet.</p>
      )}
    </div>
  )
}
