import { counted } from '#contract/values/region.ts'
import { useRef, useState } from 'react'
import type { ImportJob } from '#contract/selling/import.ts'
import type { ImportUnknownName } from '#contract/selling/import-trial.ts'
import { Button } from '#ui/button.tsx'
import type { Import } from './use-import.ts'

const first = 8
/** The button that showed more names is gone, so the first new row gets the focus. */
const focusOn = (row: HTMLElement | null) => row?.focus()

/** Returns the state of a name as text for the dealer. */
const stateText = ({ state, answer }: ImportUnknownName): string =>
  state === 'open'
    ? 'Asked for: we look at it'
    : state === 'refused'
      ? `Not added: ${answer}`
      : `Added as ${answer}`

/** Lists makes and models that the market lacks, with buttons to ask for them. */
export function UnknownNames({ job, table, offline }: { job: ImportJob; table: Import; offline: boolean }) {
  const names = job.unknown_names
  const [all, setAll] = useState(false)
  const [message, setMessage] = useState('')
  const shown = all ? names : names.slice(0, first)
  const heading = useRef<HTMLHeadingElement>(null)
  const propose = async (names: readonly ImportUnknownName[]) => {
    // A screen reader announces the same text only once, so the message is cleared first.
    setMessage('')
    const answer = await table.propose(names)
    setMessage(answer)
    // The pressed button is gone, so the heading gets the focus.
    if (answer !== '') heading.current?.focus()
  }
  const open = names.filter(({ state }) => state === 'none')
  return (
    <section aria-labelledby="import-names" className="mt-5">
      <h3 id="import-names" ref={heading} tabIndex={-1} className="text-base font-semibold outline-none">
        Names we do not know
      </h3>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {shown.map((name, i) => {
          const { make, model, rows, state } = name
          return (
            <li
              key={`${make} ${model}`}
              tabIndex={i === first ? -1 : undefined}
              ref={i === first ? focusOn : undefined}
              className="flex min-h-12 items-center gap-3 text-sm"
            >
              <span className="min-w-0 flex-1 break-words">
                <b className="font-semibold">
                  {make} {model}
                </b>{' '}
                <span className="text-ink-2">{counted(rows, 'row')}</span>
                {state !== 'none' && <span className="block text-13 text-ink-2">{stateText(name)}</span>}
              </span>
              {state === 'none' && open.length > 1 && (
                <Button look="quiet" size="sm" disabled={offline} onClick={() => void propose([name])}>
                  Ask<span className="sr-only"> for {`${make} ${model}`}</span>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {shown.length < names.length && (
        <Button look="quiet" size="sm" className="mt-1" onClick={() => setAll(true)}>
          Show all {names.length} names
        </Button>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {open.length > 0 && (
          <Button
            look="outline"
            size="sm"
            loading={table.sending}
            disabled={offline}
            onClick={() => void propose(open)}
          >
            {open.length === 1 ? 'Ask for this name' : `Ask for these ${open.length} names`}
          </Button>
        )}
      </div>
      <output className="mt-2 block text-sm text-ink-2">{message}</output>
    </section>
  )
}
