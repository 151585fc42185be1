import { IconAlertTriangle, IconCircleCheck, IconDownload, IconFileAlert } from '@tabler/icons-react'
import type { ImportJob } from '#contract/selling/import.ts'
import { grouped } from '#contract/values/market.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { ProblemList } from './problem-list.tsx'
import type { Import } from './use-import.ts'
import { rowsText } from './words.ts'

interface Props {
  job: ImportJob
  table: Import
  offline: boolean
  myAds: string
}

/** What a table came to, or would come to: counts, what was refused and why, and the report. */
export function Outcome({ job, table, offline, myAds }: Props) {
  const { counts: c, dry_run: dry, failure } = job
  const facts = [
    { name: dry ? 'New ads' : 'Added', n: c.added },
    { name: dry ? 'Ads that change' : 'Changed', n: c.changed },
    { name: 'Unchanged', n: c.unchanged },
    { name: 'Refused rows', n: c.refused, bad: c.refused > 0 },
  ]
  const look = failure !== '' ? IconFileAlert : c.refused > 0 ? IconAlertTriangle : IconCircleCheck
  const tone = failure !== '' ? 'text-danger' : c.refused > 0 ? 'text-amber-ink' : 'text-brand'
  return (
    <section aria-labelledby="import-outcome" className="mt-6 rounded-card bg-surface p-5 shadow-e1">
      <h2 id="import-outcome" className="flex items-center gap-2.5 text-xl font-bold">
        <Icon of={look} size={24} className={tone} />
        <span className="min-w-0 break-words">
          {failure !== '' ? 'Not readable yet' : dry ? 'What would happen' : 'Imported'}
        </span>
      </h2>
      <output className="mt-1 block text-sm break-words text-ink-2">
        {failure !== '' ? failure : `${job.file_name}, ${rowsText(c.rows)}`}
      </output>
      {failure === '' && (
        <dl className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
          {facts.map(({ name, n, bad }) => (
            <div key={name} className="flex flex-col-reverse rounded-input bg-sunken px-3.5 py-3">
              <dt className="text-13 text-ink-2">{name}</dt>
              <dd className={`text-2xl font-bold tabular-nums ${bad ? 'text-danger' : ''}`}>{grouped(n)}</dd>
            </div>
          ))}
        </dl>
      )}
      {c.inactive > 0 && (
        <p className="mt-4 rounded-input bg-amber-tint px-3.5 py-3 text-sm text-amber-ink">
          {rowsText(c.inactive)} {dry ? 'would come in' : 'came in'} as InActive: your plan has no room for
          more active ads.{' '}
          <a href="/subscriptions" className="font-semibold underline">
            See the plans
          </a>
        </p>
      )}
      {job.problem_count > 0 && (
        <>
          <ProblemList job={job} />
          <Button
            look="outline"
            size="sm"
            icon={IconDownload}
            className="mt-4"
            disabled={offline}
            onClick={() => void table.download()}
          >
            Download the report
          </Button>
        </>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {!dry && failure === '' && <Button href={myAds}>See my ads</Button>}
        {!(dry && failure === '') && (
          <Button look="outline" onClick={table.forget}>
            Choose another file
          </Button>
        )}
      </div>
    </section>
  )
}
