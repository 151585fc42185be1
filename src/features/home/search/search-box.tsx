import { useEffect, useState } from 'react'
import { useReference } from '#parts/search/use-reference.ts'
import { Tabs } from '#ui/nav/tabs.tsx'
import { whenIdle } from '#ui/when-idle.ts'
import { AppOnlyPanel, type AppOnly } from './app-only.tsx'
import { noChoice } from './choice.ts'
import { ListingForm, type SearchFormState } from './listing-form.tsx'

type Tab = 'listing' | AppOnly
const tabs: readonly { value: Tab; label: string }[] = [
  { value: 'listing', label: 'Listing' },
  { value: 'tracking', label: 'Tracking' },
  { value: 'roadside', label: 'Roadside Assistance' },
  { value: 'forum', label: 'Forum' },
]

/**
 * The search box of Home (R-HOME-05, R-HOME-06). What was chosen stays while the tabs change and is gone with the
 * screen (R-HOME-30).
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

/** Brands and places are fetched before they are needed: the next search may be one without signal. */
function KeepNames() {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return idle && <Names />
}
function Names() {
  useReference()
  return null
}
