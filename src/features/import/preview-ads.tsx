import { useState } from 'react'
import type { ImportPreviewAd } from '#contract/selling/import-trial.ts'
import { grouped } from '#contract/values/region.ts'
import { BodyIcon } from '#parts/body-icon.tsx'
import { Price } from '#parts/price.tsx'
import { Specs } from '#parts/specs.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { InlineIcon } from '#ui/inline-icon.tsx'

/** On a phone, until all are wanted: the columns below stay near. */
const first = 4

/** Facts that neither the title nor the icons tell. */
const factsOf = (ad: ImportPreviewAd): string[] =>
  [String(ad.year), ad.condition, ad.bodytype, ad.exteriorcolor].filter(
    (fact) => fact !== '' && !ad.title.includes(fact),
  )

/** The first rows of a table as the ads they would be: a wrong price or mileage is seen before it is public. */
export function PreviewAds({ ads }: { ads: readonly ImportPreviewAd[] }) {
  const [all, setAll] = useState(false)
  return (
    <section aria-labelledby="import-preview" className="mt-6 rounded-card bg-surface p-5 shadow-e1">
      <h2 id="import-preview" className="text-xl font-bold">
        {ads.length === 1 ? 'The first ad' : `The first ${ads.length} ads`}
      </h2>
      <p className="mt-1 text-sm text-ink-2">As buyers would see them. Nothing is written yet.</p>
      <ul className="mt-4 grid gap-3 sm:grid-cols-2">
        {ads.map((ad, i) => (
          <li
            key={ad.line}
            className={classNames(
              'min-w-0 rounded-grid border border-line p-3.5',
              i >= first && !all && 'max-sm:hidden',
            )}
          >
            <div className="flex items-center justify-between gap-3">
              <Price amount={ad.price} className="truncate text-xl font-bold tracking-display" />
              <BodyIcon type={ad.bodytype} className="h-8 w-16 shrink-0 text-ink-3" />
            </div>
            <h3 className="mt-1 truncate font-sans text-base font-semibold tracking-normal">{ad.title}</h3>
            <p className="truncate text-13 text-ink-2">{factsOf(ad).join(' · ')}</p>
            <div className="mt-2.5 border-t border-line pt-2.5">
              <Specs car={ad} />
            </div>
            <p className="mt-1.5 flex items-center gap-1 text-13 text-ink-3">
              <InlineIcon of="pin" />
              <span className="min-w-0 flex-1 truncate">{ad.city || ad.province}</span>
              <span className="max-w-[50%] shrink-0 truncate">
                {ad.stock_no === '' ? `Line ${grouped(ad.line)}` : `No. ${ad.stock_no}`}
              </span>
            </p>
          </li>
        ))}
      </ul>
      {!all && ads.length > first && (
        <Button look="quiet" size="sm" className="mt-2 sm:hidden" onClick={() => setAll(true)}>
          Show all {ads.length}
        </Button>
      )}
    </section>
  )
}
