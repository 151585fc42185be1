import type { ReactNode } from 'react'
import { regionOf } from '#contract/values/region.ts'
import { type OutboxEntry, useSiteSettings } from '#local/react'
import { formatAgo, formatTime } from '#parts/freshness.tsx'
import { useMoney } from '#parts/price.tsx'
import { Button } from '#ui/button.tsx'
import { Sheet } from '#ui/layer/sheet.tsx'
import { Section } from '#ui/show/section.tsx'
import { formatDayAndTime } from '#ui/show/day-and-time.ts'
import { listFields, labelField } from './field-words.ts'

interface Props {
  entry: OutboxEntry
  title: string
  state: string
  open: boolean
  now: number
  onCopy: (text: string) => void
  onClose: () => void
}

const part = { level: 'h3', look: 'text-sm font-semibold' } as const

/** Shows everything this phone knows about one item, to read or to copy for the support. */
export function DetailsSheet({ entry, title, state, open, now, onCopy, onClose }: Props) {
  const { timeZone } = regionOf[useSiteSettings().market]
  const fields = listFields(entry, useMoney(), (iso) => formatDayAndTime(iso, timeZone))
  const { error, merged = [] } = entry
  const reasons = Object.entries(error?.fields ?? {})
  return (
    <Sheet open={open} onClose={onClose} title="Details">
      <div className="flex flex-col gap-5 px-4 pt-4 pb-[calc(1.5rem+env(safe-area-inset-bottom,0px))]">
        <p className="text-lg font-semibold">{title}</p>
        {fields.length > 0 && (
          <Section {...part} title={entry.state === 'done' ? 'What was sent' : 'What will be sent'}>
            <dl className="mt-2 divide-y divide-line rounded-grid border border-line">
              {fields.map(({ name, label, value }) => (
                <Line key={name} label={label}>
                  {value}
                </Line>
              ))}
            </dl>
          </Section>
        )}
        <Section {...part} title="How far it is">
          <dl className="mt-2 divide-y divide-line rounded-grid border border-line">
            <Line label="State">{state}</Line>
            <Line label="Made">{`${formatTime(entry.createdAt, now)}, ${formatAgo(entry.createdAt, now)}`}</Line>
            <Line label="Tries">{String(entry.tries)}</Line>
            {error && entry.state !== 'done' && <Line label="Last answer">{error.msg}</Line>}
            {entry.state !== 'done' &&
              reasons.map(([name, reason]) => (
                <Line key={name} label={labelField(name)}>
                  {reason}
                </Line>
              ))}
            {merged.length > 0 && (
              <Line label="Merged with changes from another device">{merged.map(labelField).join(', ')}</Line>
            )}
            <Line label="Number for the support">{entry.id}</Line>
          </dl>
        </Section>
        <Button look="outline" size="sm" className="self-start" onClick={() => onCopy(formatDetails(entry))}>
          Copy details
        </Button>
      </div>
    </Sheet>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 px-3.5 py-2.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-13 text-ink-3 sm:text-sm">{label}</dt>
      <dd className="min-w-0 text-ink whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  )
}

/** Returns one item as it is stored, as JSON for diagnosis. */
export function formatDetails(entry: OutboxEntry): string {
  return JSON.stringify(entry, undefined, 2)
}
