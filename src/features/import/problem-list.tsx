import { useState } from 'react'
import type { ImportJob } from '#contract/selling/import.ts'
import { grouped } from '#contract/values/region.ts'
import { Button } from '#ui/button.tsx'
import { fieldText } from './words.ts'

const first = 8

/** Row by row what was wrong, by line of the file. */
export function ProblemList({ job: { problems, problem_count: count } }: { job: ImportJob }) {
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
                  {fieldText(p.column)}
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
