import { Fieldset, Legend } from '@headlessui/react'
import { useId } from 'react'
import { importEncodings, type ImportOptions, type ImportReading } from '#contract/selling/import.ts'
import { grouped } from '#contract/values/region.ts'

/** Asks once for the whole table which of two readings of its letters is right. */
export function EncodingChoice({
  lines,
  chosen,
  onChange,
}: {
  lines: ImportReading['lines']
  chosen: ImportOptions['encoding']
  onChange: (encoding: ImportOptions['encoding']) => void
}) {
  const name = useId()
  return (
    <Fieldset className="mt-6 rounded-card bg-surface p-5 shadow-e1">
      <Legend className="text-xl font-bold">Which letters are right?</Legend>
      <p className="pt-1 text-sm text-ink-2">
        Letters such as é can be read in two ways here. Choose the reading that looks right; until then the
        rows in doubt are not imported.
      </p>
      <div className="mt-4 grid gap-3 sm:grid-cols-2">
        {importEncodings.map((encoding) => (
          <label
            key={encoding}
            className="flex min-h-11 min-w-0 gap-3 rounded-input border border-line p-3.5 has-checked:border-brand has-checked:bg-brand-tint has-focus-visible:outline-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name={name}
              checked={chosen === encoding}
              onChange={() => onChange(encoding)}
              className="mt-1 size-4 shrink-0 accent-brand"
            />
            <span className="min-w-0 text-sm">
              {lines.map((line) => (
                <span key={line.line} className="block break-words">
                  <span className="text-13 text-ink-3 tabular-nums">Line {grouped(line.line)} </span>
                  {line[encoding]}
                </span>
              ))}
            </span>
          </label>
        ))}
      </div>
    </Fieldset>
  )
}
