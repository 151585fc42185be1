import { IconAlertTriangle, IconCircleCheck, IconDownload, IconFileAlert } from '@tabler/icons-react'
import type { ImportJob } from '#contract/selling/import.ts'
import { grouped, counted } from '#contract/values/region.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { UnknownNames } from './unknown-names.tsx'
import type { Import } from './use-import.ts'
import { fieldLabel } from './words.ts'
import { useState } from 'react'
import { Section } from '#ui/show/section.tsx'

const first = 8

/** Lists the problems by line of the file. */
function ProblemList({ job: { problems, problem_count: count } }: { job: ImportJob }) {
  const [all, setAll] = useState(false)
  const shown = all ? problems : problems.slice(0, first)
  return (
    <>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {shown.map((p, i) => (
          <li key={`${p.line} ${p.column} ${i}`} className="flex gap-3 py-2.5 text-sm">
            <span className="w-20 shrink-0 font-medium text-ink-2 tabular-nums">Line {grouped(p.line)}</span>
            <span className="min-w-0 flex-1">
              {p.column !== '' && (
                <b className="font-semibold break-words">
                  {fieldLabel(p.column)}
                  {p.value !== '' && <span className="font-normal text-ink-2"> “{p.value}”</span>}{' '}
                </b>
              )}
              {p.reason}
            </span>
          </li>
        ))}
      </ul>
      {!all && problems.length > first && (
        <Button look="quiet" size="sm" className="mt-1" onClick={() => setAll(true)}>
          Show{' '}
          {problems.length < count ? `the first ${problems.length} of ${grouped(count)}` : `all ${count}`}
        </Button>
      )}
    </>
  )
}

interface Props {
  job: ImportJob
  table: Import
  offline: boolean
}

/** Shows the result of a check or an import: counts, refused rows with reasons, and the report. */
export function Outcome({ job, table, offline }: Props) {
  const { counts: c, dry_run: dry, failure, reading } = job
  const hasNumbers = job.columns.some(({ field }) => field === 'stock_no')
  const facts = [
    { name: dry ? 'New ads' : 'Added', n: c.added },
    { name: dry ? 'Ads that change' : 'Changed', n: c.changed },
    { name: 'Unchanged', n: c.unchanged },
    { name: 'Refused rows', n: c.refused, bad: c.refused > 0 },
  ]
  const isOdd = c.refused + c.doubtful > 0
  const look = failure !== '' ? IconFileAlert : isOdd ? IconAlertTriangle : IconCircleCheck
  const tone = failure !== '' ? 'text-danger' : isOdd ? 'text-amber-ink' : 'text-brand'
  return (
    <section aria-labelledby="import-outcome" className="mt-6 rounded-card bg-surface p-5 shadow-e1">
      <h2 id="import-outcome" className="flex items-center gap-2.5 text-xl font-bold">
        <Icon of={look} size={24} className={tone} />
        <span className="min-w-0 break-words">
          {failure !== '' ? 'Not readable yet' : dry ? 'What would happen' : 'Imported'}
        </span>
      </h2>
      <output className="mt-1 block text-sm break-words text-ink-2">
        {failure !== '' ? failure : `${job.file_name}, ${counted(c.rows, 'row')}`}
      </output>
      {reading?.sheet && (
        <p className="mt-1 text-sm break-words text-ink-2">Only the sheet “{reading.sheet}” was read.</p>
      )}
      {reading && reading.header_line > 1 && (
        <p className="mt-1 text-sm text-ink-2">
          The names of the columns are in line {grouped(reading.header_line)}; what is above stays out.
        </p>
      )}
      {reading?.encoding === 'windows-1252' && (
        <p className="mt-1 text-sm text-ink-2">
          Read as Windows-1252, for line {grouped(reading.lines[0]?.line ?? 1)} is no UTF-8.
        </p>
      )}
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
          {counted(c.inactive, 'row')} {dry ? 'would come in' : 'came in'} as InActive: your plan has no room
          for more active ads.{' '}
          <a href="/subscriptions" className="font-semibold underline">
            See the plans
          </a>
        </p>
      )}
      {c.doubtful > 0 && (
        <p className="mt-4 rounded-input bg-amber-tint px-3.5 py-3 text-sm text-amber-ink">
          {counted(c.doubtful, 'row')} in doubt: new ads {dry ? 'would come in' : 'came in'} as InActive, and
          ads that you have keep what they say.
        </p>
      )}
      {dry && failure === '' && (c.doubles > 0 || !hasNumbers) && (
        <p className="mt-4 rounded-input bg-amber-tint px-3.5 py-3 text-sm text-amber-ink">
          {c.doubles > 0 && (
            <b className="mb-1 block">
              {c.doubles === 1
                ? '1 of the new ads is a car'
                : `${grouped(c.doubles)} of the new ads are cars`}{' '}
              you seem to have already: same model, year and mileage.
            </b>
          )}
          {hasNumbers
            ? 'Those came in without a stock number, or by hand. Delete the old ads, or leave these rows out.'
            : 'No column holds a stock number. A row that changes later, its price for one, comes in as a second ad: the first one stays. Choose the column with the stock number below, or add one to your table.'}
        </p>
      )}
      {job.problem_count > 0 && (
        <>
          {job.problem_groups.length > 0 && <ProblemGroups groups={job.problem_groups} />}
          {job.unknown_names.length > 0 && <UnknownNames job={job} table={table} offline={offline} />}
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
        {!dry && failure === '' && <Button href="/profile?tab=my-ads">See my ads</Button>}
        {!(dry && failure === '') && (
          <Button look="outline" onClick={table.forget}>
            Choose another file
          </Button>
        )}
      </div>
    </section>
  )
}

/** Lists the reasons why rows were refused, imported as inactive or doubtful, each once with its count and first lines. */
function ProblemGroups({ groups }: { groups: ImportJob['problem_groups'] }) {
  return (
    <Section title="By reason" level="h3" look="text-base font-semibold" className="mt-5">
      <ul className="mt-2 grid gap-1.5">
        {groups.map(({ column, reason, kind, count, examples }) => (
          <li
            key={`${column} ${reason} ${kind}`}
            className="flex gap-3 rounded-input bg-sunken px-3.5 py-2.5 text-sm"
          >
            <b
              className={`min-w-6 shrink-0 font-bold tabular-nums ${kind === 'refused' ? 'text-danger' : 'text-amber-ink'}`}
            >
              {grouped(count)}
            </b>
            <span className="min-w-0 flex-1 break-words">
              {column !== '' && <span className="font-semibold">{fieldLabel(column)}: </span>}
              {reason}
              {kind === 'doubtful' &&
                examples.map(({ line, value }) => (
                  <span key={line} className="block text-13 text-ink-2">
                    Line {grouped(line)}: {value}
                  </span>
                ))}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
