import { useReplica, useServerNow, type StorageReport } from '#local/react'
import { agoText } from '#parts/freshness.tsx'
import { grouped } from '#contract/values/region.ts'
import { WindowChoice } from './window-choice.tsx'
import { monthText, sizeText } from './words.ts'

/** What was loaded, how fresh it is, and whether the person asked for few bytes. */
export function DataUse({ used, savesData }: Pick<StorageReport, 'used' | 'savesData'>) {
  const { status } = useReplica()
  const now = useServerNow()
  const facts: { name: string; value: string; whole?: boolean }[] = [
    { name: `Data used in ${monthText(used.month)}`, value: sizeText(used.bytes) },
    {
      name: 'Cars last refreshed',
      value: status.asOf > 0 ? agoText(status.asOf, now) : 'Not yet',
    },
    {
      name: 'Cars that search without signal',
      whole: true,
      value: status.searched > 0 ? `${grouped(status.searched)} of ${grouped(status.of)}` : 'None yet',
    },
    { name: 'Save-Data', value: savesData ? 'On: fewer cars, one picture each' : 'Off' },
  ]
  return (
    <>
      <dl className="mt-2 divide-y divide-line">
        {facts.map(({ name, value, whole }) => (
          <div key={name} className="flex items-baseline justify-between gap-4 py-2.5">
            <dt className="text-ink-2">{name}</dt>
            <dd className={`text-right font-semibold tabular-nums ${whole ? 'whitespace-nowrap' : ''}`}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <WindowChoice />
    </>
  )
}
