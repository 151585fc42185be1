import { IconAward, IconCheck, IconEqualNot } from '@tabler/icons-react'
import type { Compared } from '#local/react'
import { Icon } from '#ui/icon.tsx'
import { featurePresent, type CompareRow, type FactValue } from './facts.ts'
import { CarHead, type CompareHeadActions } from './car-head.tsx'

/** Classes of a column that fits a long technical word; on a phone it begins at the edge, so that nothing shows beside it. */
const firstColumn = 'sticky left-0 z-10 w-28 bg-paper pr-2 pl-4 text-left align-top sm:w-40 lg:w-36 lg:pl-0'

/** Returns the least width of the table in rem: a phone shows a part of the third car. */
export const minTableWidth = (cars: number) => 7 + cars * 7.5

interface Props {
  compared: readonly Compared[]
  facts: readonly CompareRow[]
  features: readonly CompareRow[]
  acts: CompareHeadActions
}

/** Shows cars as columns and facts as rows, in a table for screen readers and keyboards too. */
export function ComparisonTable({ compared, facts, features, acts }: Props) {
  return (
    <table
      className="w-full table-fixed border-collapse"
      style={{ minWidth: `${minTableWidth(compared.length)}rem` }}
    >
      <caption className="sr-only">
        {compared.length} cars side by side. Each column is a car, each row a fact.
      </caption>
      <thead>
        <tr>
          <th scope="col" className={firstColumn}>
            <span className="sr-only">Fact</span>
          </th>
          {compared.map((one) => (
            <th key={one.slug} scope="col" className="px-1.5 pb-2 text-left align-top font-normal sm:px-2.5">
              <CarHead compared={one} acts={acts} />
            </th>
          ))}
        </tr>
      </thead>
      <Rows rows={facts} compared={compared} />
      {features.length > 0 && <Rows title="Features" rows={features} compared={compared} />}
    </table>
  )
}

function Rows(props: { title?: string; rows: readonly CompareRow[]; compared: readonly Compared[] }) {
  const { title, rows, compared } = props
  return (
    <tbody>
      {title !== undefined && (
        <tr>
          <th scope="rowgroup" colSpan={compared.length + 1} className="pt-8 pb-2 pl-4 text-left lg:pl-0">
            <span className="sticky left-4 font-display text-xl font-bold tracking-display lg:left-0">
              {title}
            </span>
          </th>
        </tr>
      )}
      {rows.map((row) => (
        <tr key={row.label} className="border-t border-line">
          <th
            scope="row"
            className={`${firstColumn} pt-3.5 pb-2.5 text-13/5 font-medium text-ink-2 hyphens-auto`}
          >
            {row.differs ? <Differing label={row.label} /> : row.label}
          </th>
          {compared.map(({ slug, state }, i) => (
            <td
              key={slug}
              className={`px-1.5 py-3 align-top sm:px-2.5 ${row.differs ? 'text-ink' : 'text-ink-2'}`}
            >
              <Cell
                value={row.values[i]}
                partly={state === 'partly'}
                loud={row.label === 'Price'}
                differs={row.differs}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/** Longest last word, in characters, that leaves space for the mark beside it on a phone. */
const short = 12

/** Keeps the mark beside the last word of the label, because on a line of its own it would be unclear. */
function Differing({ label }: { label: string }) {
  const last = label.lastIndexOf(' ') + 1
  return (
    <>
      {label.slice(0, last)}
      <span className={label.length - last > short ? '' : 'whitespace-nowrap'}>
        {label.slice(last)}
        <Icon of={IconEqualNot} size={16} className="ml-1 inline-block align-text-bottom text-ink-3" />
      </span>
      <span className="sr-only">, differs</span>
    </>
  )
}

/** Shows one fact of one car. A missing value is shown as missing, and text marks the best value. */
function Cell(props: { value: FactValue | undefined; partly: boolean; loud: boolean; differs: boolean }) {
  const { value, partly, loud, differs } = props
  if (value?.text === undefined) {
    if (partly) return <span className="text-sm text-ink-3">Needs signal</span>
    return (
      <span className="text-sm text-ink-3">
        <span aria-hidden>–</span>
        <span className="sr-only">Not known here</span>
      </span>
    )
  }
  if (value.text === '') return <span className="text-sm text-ink-3">Not stated</span>
  const weight = differs ? 'font-semibold' : ''
  return (
    <>
      <span className={loud ? 'figures text-lg font-bold sm:text-xl' : `text-sm tabular-nums ${weight}`}>
        {value.text === featurePresent && (
          <Icon of={IconCheck} size={18} className="mr-1 inline-block align-text-bottom text-success" />
        )}
        {value.text}
      </span>
      {value.best !== undefined && (
        <span className="mt-1 flex w-fit items-center gap-1 rounded-pill bg-brand-tint px-2 py-0.5 text-xs font-semibold text-brand">
          <Icon of={IconAward} size={14} />
          {value.best}
        </span>
      )}
    </>
  )
}
