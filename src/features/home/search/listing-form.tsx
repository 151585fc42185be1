import { useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import { yearOptions } from '#catalogue'
import { regionOf } from '#contract/values/region.ts'
import {
  useCarryOn,
  useCarTypes,
  useCatalogueCounts,
  useLastSearches,
  useServerNow,
  useSiteSettings,
  type CatalogueCount,
} from '#local/react'
import { TextInput } from '#ui/form/text-input.tsx'
import { countText } from '../collections.ts'
import { BrandPicker } from './brand-picker.tsx'
import { parsePrice, searchHref, toListingState, type SearchBoxChoice } from './choice.ts'
import { MultiSelect } from './multi-select.tsx'
import { PhraseBox } from './phrase-box.tsx'
import type { ReadSearch } from '#parts/search/search-reader.tsx'

/** Formats the number of cars for the button: "Show 128 cars". Returns undefined when this phone cannot count. */
export function formatCount(count: CatalogueCount | undefined): string | undefined {
  if (!count) return undefined
  // Zero cars in a part of the catalogue says nothing about the rest.
  if (count.cars === 0) return count.atLeast ? undefined : 'No cars – loosen'
  return `Show ${countText(count)}`
}

/**
 * Submits the search and shows its number of cars. Its width and the place of its label are fixed, so a changing number moves
 * nothing.
 */
function SearchButton({ count }: { count: CatalogueCount | undefined }) {
  const words = formatCount(count)
  return (
    <>
      <button
        type="submit"
        className="flex min-h-12 w-full items-center justify-between gap-3 rounded-pill bg-brand px-6 text-lg font-semibold text-on-brand transition select-none hover:bg-brand-hover active:scale-[.98]"
      >
        <span>Search</span> <span className="font-medium whitespace-nowrap tabular-nums">{words}</span>
      </button>
      {/* The output is beside the button: screen readers do not announce changes inside a button. */}
      <output className="sr-only">{words}</output>
    </>
  )
}

/** Values of the form while the box is mounted, also behind another tab. */
export interface SearchFormState {
  choice: SearchBoxChoice
  text: string
}
interface Props {
  wish: SearchFormState
  onChange: (wish: SearchFormState) => void
}

/** Searches by free text, brands and models, price, years and types: the Listing tab. */
export function ListingForm({ wish, onChange }: Props) {
  const [, navigate] = useLocation()
  const { choice, text } = wish
  const [lastRead, setRead] = useState<ReadSearch>()
  const read = lastRead?.text === text ? lastRead : undefined
  const words = text.trim()
  // The free text is passed on as it is: the listings read it and show its parts as filters.
  const state = { ...toListingState(choice), ...(words !== '' && { search: words }) }
  const [count] = useCatalogueCounts([state])
  const { remember } = useLastSearches()
  const { change: note } = useCarryOn()
  const { currencySign } = regionOf[useSiteSettings().market]
  const year = new Date(useServerNow()).getFullYear()
  const types = useCarTypes().map((type) => ({ value: type, label: type }))
  const choose = (part: Partial<SearchBoxChoice>) => onChange({ ...wish, choice: { ...choice, ...part } })

  function submit(event: FormEvent) {
    event.preventDefault()
    const href = searchHref(state)
    if (words !== '') remember(text)
    note({ search: href.slice(href.indexOf('?') + 1) })
    navigate(href)
  }
  return (
    <form action="/listings" onSubmit={submit} className="pt-4">
      <PhraseBox
        text={text}
        read={read}
        onChange={(typed) => onChange({ ...wish, text: typed })}
        onRead={setRead}
      />
      <div className="mt-3 grid grid-cols-2 items-start gap-3 @min-[26rem]:grid-cols-3 @min-[56rem]:grid-cols-[2fr_1fr_1fr_1fr_1.5fr] @min-[56rem]:gap-4">
        <div className="col-span-full @min-[56rem]:col-span-1">
          <BrandPicker choice={choice} onChange={(next) => onChange({ ...wish, choice: next })} />
        </div>
        <TextInput
          label="Max Price"
          name="maxprice"
          inputMode="numeric"
          autoComplete="off"
          prefix={currencySign}
          maxLength={15}
          value={String(choice.maxPrice)}
          // "0" means no limit, so typing must replace it.
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => choose({ maxPrice: parsePrice(target.value) })}
          className="col-span-2 @min-[26rem]:col-span-1"
        />
        <MultiSelect
          label="Vehicle Year"
          any="Any year"
          options={yearOptions('home', year)}
          chosen={choice.years}
          onChange={(years) => choose({ years })}
        />
        <MultiSelect
          label="Vehicle Type"
          any="Any type"
          options={types}
          chosen={choice.types}
          onChange={(chosen) => choose({ types: chosen })}
        />
        <div className="col-span-full @min-[56rem]:col-span-1 @min-[56rem]:pt-6.5">
          <SearchButton count={count} />
        </div>
      </div>
    </form>
  )
}
