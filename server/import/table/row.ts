import type { ImportField, ShortField } from '#contract/selling/import.ts'
import { withBeside } from './columns.ts'
import type { Doubt } from './doubts.ts'
import type { Plan } from './plan.ts'
import type { UnknownName } from './unknown-names.ts'
import { cellText } from './values.ts'

export type Trouble = Omit<Doubt, 'field'> & { field: ImportField | '' }

/** Reads cells by field and collects their problems. */
export class Row {
  readonly troubles: Trouble[] = []
  /** Values that were read, but may mean something else. */
  readonly doubts: Doubt[] = []
  /** An unknown name that the dealer can request. */
  unknown: UnknownName | undefined
  readonly #cells: readonly string[]
  readonly #plan: Plan

  constructor(cells: readonly string[], plan: Plan) {
    this.#cells = cells
    this.#plan = plan
  }

  raw(field: ImportField): string | undefined {
    const place = this.#plan.cells[field]
    return place === undefined ? this.#plan.values[field] : this.#cells[place]
  }

  /** Returns the cell that completes a field's cell. */
  beside(field: ShortField): string {
    const place = this.#plan.beside[field]
    return place === undefined ? '' : cellText(this.#cells[place])
  }

  text(field: ImportField): string {
    const text = cellText(this.raw(field))
    const beside = field === 'price' || field === 'mileage' ? this.#plan.beside[field] : undefined
    return beside === undefined ? text : withBeside(field, text, this.#cells[beside])
  }

  /** Records a problem. Returns undefined, as there is no value. */
  refuse(field: ImportField | '', value: string, reason: string): undefined {
    this.troubles.push({ field, value: value.slice(0, 200), reason })
  }

  doubt(field: ImportField, read: string, reason: string): void {
    this.doubts.push({ field, value: `${this.text(field)}: ${read}`.slice(0, 200), reason })
  }

  /** Returns the result of `read` for a field's cell. A blank cell gives `blank`; without `blank` it is a problem. */
  read<T>(
    field: ImportField,
    read: (text: string) => T | undefined,
    o: { wrong: string; blank?: T },
  ): T | undefined {
    const text = this.text(field)
    if (text === '') {
      return o.blank ?? this.refuse(field, '', 'This is empty.')
    }
    return read(text) ?? this.refuse(field, text, o.wrong)
  }
}
