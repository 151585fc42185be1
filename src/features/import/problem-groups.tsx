import type { ImportJob } from '#contract/selling/import.ts'
import { grouped } from '#contract/values/region.ts'
import { fieldText } from './words.ts'

/** Why rows were refused, came in as inactive or are in doubt: each reason once, with how often it occurs and where first. */
export function ProblemGroups({ groups }: { groups: ImportJob['problem_groups'] }) {
  return (
    <section aria-labelledby="import-reasons" className="mt-5">
      <h3 id="import-reasons" className="text-base font-semibold">
        By reason
      </h3>
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
              {column !== '' && <span className="font-semibold">{fieldText(column)}: </span>}
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
    </section>
  )
}
