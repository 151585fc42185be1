import { useEffect, useState } from 'react'
import { useReference } from '#parts/search/use-reference.ts'
import { Tabs } from '#ui/nav/tabs.tsx'
import { whenIdle } from '#ui/when-idle.ts'
import { noChoice } from './choice.ts'
import { ListingForm, type SearchFormState } from './listing-form.tsx'
import { IconBrandAndroid, IconBrandApple, type Icon as TablerIcon } from '@tabler/icons-react'
import { useSiteSettings } from '#local/react'
import { Button } from '#ui/button.tsx'

/** Descriptions of the three functions of the mobile app, as on the services page (R-STAT-07, R-STAT-08). */
const does = {
  tracking: 'The mobile app shows where your car is, and takes the report when it was stolen.',
  roadside: 'The mobile app calls roadside and technical help: a mechanic, an electrician or a tow van.',
  forum: 'The mobile app lets you chat with the owner of a car by its plate number.',
}
type AppOnly = keyof typeof does

/** Shows a tab for a function of the mobile app, with nothing but links to the app (R-HOME-07). */
function AppOnlyPanel({ of }: { of: AppOnly }) {
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

type Tab = 'listing' | AppOnly
const tabs: readonly { value: Tab; label: string }[] = [
  { value: 'listing', label: 'Listing' },
  { value: 'tracking', label: 'Tracking' },
  { value: 'roadside', label: 'Roadside Assistance' },
  { value: 'forum', label: 'Forum' },
]

/**
 * Shows the search box of Home (R-HOME-05, R-HOME-06). The choice survives a change of tabs, and is dropped when the person
 * leaves the screen (R-HOME-30).
 */
export function SearchBox() {
  const [tab, setTab] = useState<Tab>('listing')
  const [wish, setWish] = useState<SearchFormState>({ choice: noChoice, text: '' })
  return (
    <search
      aria-label="Cars and services"
      className="@container relative z-5 block rounded-sheet bg-surface px-4 pt-1 pb-4 shadow-e1 sm:px-5 sm:pb-5"
    >
      <Tabs label="What to look for" tabs={tabs} value={tab} onChange={setTab}>
        {tab === 'listing' ? <ListingForm wish={wish} onChange={setWish} /> : <AppOnlyPanel of={tab} />}
      </Tabs>
      <KeepNames />
    </search>
  )
}

/** Loads brands and places before they are needed, because the next search may be offline. */
function KeepNames() {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return idle && <Names />
}
function Names() {
  useReference()
  return null
}
