import { type ComponentProps, useState, useId } from 'react'
import {
  type ImportColumn,
  type ImportField,
  importFields,
  type ImportJob,
  type ImportOptions,
  type ShortField,
  importEncodings,
  type ImportReading,
} from '#contract/selling/import.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/form/select.tsx'
import { optionsOf, Segmented } from '#ui/form/segmented.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { PriceRates, parseRates, toTypedRates } from './price-rates.tsx'
import type { Import } from './use-import.ts'
import { fieldLabels, fixedChoices } from './words.ts'
import { Fieldset, Legend } from '@headlessui/react'
import { grouped, counted } from '#contract/values/region.ts'
import { Section } from '#ui/show/section.tsx'

/** Asks once for the whole table which encoding of its letters is right. */
function EncodingChoice({
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

const fieldOptions = importFields.map((value) => ({ value, label: fieldLabels[value] }))
const completes = { price: 'Says the money of the prices', mileage: 'Says the unit of the mileages' } as const
/** Returns the option of a column without a field, and what happens to such a column. */
const noField = (column: Pick<ImportColumn, 'completes' | 'stays_out'>) => ({
  value: '',
  label: column.completes
    ? completes[column.completes]
    : column.stays_out
      ? 'Stays out of the ad'
      : 'Goes into the description',
})
const usual = 'As is usual for the model'
const units = optionsOf({ km: 'Kilometres', miles: 'Miles' })
const statuses = optionsOf({ active: 'Active at once', inactive: 'InActive for now' })

function Choice<V extends string>(o: ComponentProps<typeof Segmented<V>>) {
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">{o.label}</p>
      <Segmented {...o} />
    </div>
  )
}

const shortLabels = { mileage: 'Short mileages are', price: 'Short prices are' } as const
/** Returns whether the form asks if a column is in thousands. */
const isShort = (job: ImportJob, field: ShortField): boolean =>
  job.options.thousands?.includes(field) === true ||
  job.columns.some((column) => column.field === field && column.thousands)

type Answered = 'columns' | 'values' | 'unit' | 'thousands'
type CheckedOptions = ImportOptions & Required<Pick<ImportOptions, Answered>>

/** Shows how the table is read: the field of each column, the values for all ads, and the import button. */
export function CheckedTable({ job, table, offline }: { job: ImportJob; table: Import; offline: boolean }) {
  const before: CheckedOptions = {
    values: {},
    unit: 'km',
    rates: {},
    encoding: undefined,
    thousands: [],
    take_doubts: false,
    ...job.options,
    columns: Object.fromEntries(job.columns.map((c) => [c.name, c.field])),
  }
  const [chosen, setChosen] = useState(before)
  const [typed, setTyped] = useState(toTypedRates(job.options.rates))
  const rates = parseRates(typed)
  const options = { ...chosen, rates: rates ?? {} }
  const { columns, values, encoding, thousands } = options
  const set = (change: Partial<CheckedOptions>) => setChosen({ ...chosen, ...change })
  const touched = rates === undefined || JSON.stringify(options) !== JSON.stringify(before)
  const taken = new Set(Object.values(columns))
  const imported = job.counts.added + job.counts.changed
  const hasMake = taken.has('make') || taken.has('name')

  /** Sets the field of a column; another column with that field loses it. */
  const choose = (name: string, field: ImportField | '') => {
    const others = Object.entries(columns).map(([n, f]) => [
      n,
      n !== name && field !== '' && f === field ? '' : f,
    ])
    set({ columns: { ...Object.fromEntries(others), [name]: field } })
  }
  const fix = (field: ImportField, value: string) => {
    const { [field]: _, ...rest } = values
    set({ values: value === '' ? rest : { ...rest, [field]: value } })
  }
  const fixable = (Object.keys(fixedChoices) as (keyof typeof fixedChoices)[]).filter(
    (field) => !taken.has(field),
  )
  const isAnswered = job.unknown_names.some(({ state }) => state === 'accepted' || state === 'merged')
  const mustCheck = touched || job.failure !== '' || (isAnswered && imported === 0)
  const run = (dryRun: boolean) => void table.run(dryRun, options)

  return (
    <>
      {job.reading && (job.reading.asks || encoding) && job.reading.lines.length > 0 && (
        <EncodingChoice
          lines={job.reading.lines}
          chosen={encoding}
          onChange={(next) => set({ encoding: next })}
        />
      )}
      <Section title="Columns of your table" className="mt-6 rounded-card bg-surface p-5 shadow-e1">
        <ul className="mt-2 divide-y divide-line">
          {job.columns.map(({ name, samples, ...column }) => (
            <li key={name} className="grid gap-2 py-3 sm:grid-cols-2 sm:items-center sm:gap-4">
              <div className="min-w-0">
                <p className="font-semibold break-words">{name}</p>
                <p className="truncate text-13 text-ink-3">{samples.join(' · ') || 'Empty'}</p>
              </div>
              <Select
                label={`What ${name} holds`}
                hideLabel
                options={[noField(column), ...fieldOptions]}
                value={columns[name] ?? ''}
                disabled={offline}
                onChange={(event) => choose(name, event.target.value as ImportField | '')}
              />
            </li>
          ))}
        </ul>
      </Section>
      <PriceRates
        currencies={job.columns.flatMap((c) => c.currencies ?? [])}
        typed={typed}
        onChange={setTyped}
      />
      <Section title="In every ad" className="mt-6 rounded-card bg-surface p-5 shadow-e1">
        <p className="mt-1 text-sm text-ink-2">What your table does not say.</p>
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          {!hasMake && (
            <TextInput
              label="Make"
              value={values.make ?? ''}
              onChange={(event) => fix('make', event.target.value)}
            />
          )}
          {fixable.map((field) => (
            <Select
              key={field}
              label={fieldLabels[field]}
              options={[
                { value: '', label: field === 'condition' ? 'Used, unless you choose' : usual },
                ...fixedChoices[field].map((value) => ({ value, label: value })),
              ]}
              value={values[field] ?? ''}
              onChange={(event) => fix(field, event.target.value)}
            />
          ))}
        </div>
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          <Choice
            label="Bare mileages are"
            options={units}
            value={options.unit}
            onChange={(unit) => set({ unit })}
          />
          {(['mileage', 'price'] as const)
            .filter((field) => isShort(job, field))
            .map((field) => (
              <Choice
                key={field}
                label={shortLabels[field]}
                options={optionsOf({ no: 'As written', yes: 'Thousands' })}
                value={thousands.includes(field) ? 'yes' : 'no'}
                onChange={(value) =>
                  set({
                    thousands: [...thousands.filter((f) => f !== field), ...(value === 'yes' ? [field] : [])],
                  })
                }
              />
            ))}
          {(job.counts.doubtful > 0 || job.options.take_doubts) && (
            <Choice
              label="Rows in doubt are"
              options={optionsOf({ no: 'InActive for now', yes: 'Right' })}
              value={options.take_doubts ? 'yes' : 'no'}
              onChange={(value) => set({ take_doubts: value === 'yes' })}
            />
          )}
          {!taken.has('status') && (
            <Choice
              label="New ads are"
              options={statuses}
              value={options.status}
              onChange={(status) => set({ status })}
            />
          )}
        </div>
        <p className="mt-4 text-13 text-ink-3">
          A table brings no pictures: buyers see a drawing of a car until you add some in My Ads.
        </p>
      </Section>
      <div className="sticky bottom-(--bottom-bar) -mx-4 mt-6 flex flex-wrap gap-3 bg-paper px-4 py-3 keyboard:static wide:bottom-0">
        {!mustCheck && (
          <Button loading={table.sending} disabled={offline || imported === 0} onClick={() => run(false)}>
            {imported === 0 ? 'Nothing to import' : `Import ${counted(imported, 'ad')}`}
          </Button>
        )}
        {(mustCheck || isAnswered) && (
          <Button
            look={mustCheck ? 'primary' : 'outline'}
            loading={table.sending}
            disabled={offline || rates === undefined}
            onClick={() => run(true)}
          >
            Check again
          </Button>
        )}
        <Button look="quiet" onClick={table.forget}>
          Other file
        </Button>
      </div>
    </>
  )
}
