import type { DisputedField } from '#local/react'

/** Whose value a person takes for one field; `edited` is what they typed instead. */
export type ConflictSide = 'mine' | 'theirs' | 'edit'
export interface FieldChoice {
  side: ConflictSide
  edited: string
}
export type Choices = Readonly<Record<string, FieldChoice>>

/** Only a text or a number can be typed again; a status and a list are one side's or the other's. */
export const canBeTyped = ({ name, mine, theirs }: DisputedField): boolean =>
  name !== 'status' &&
  (typeof mine === 'string' || typeof mine === 'number') &&
  (typeof theirs === 'string' || typeof theirs === 'number')

export const isNumber = ({ mine, theirs }: DisputedField): boolean =>
  typeof mine === 'number' || typeof theirs === 'number'

/** The person's own value comes first: it is what they wanted when they wrote it. */
export function startingChoices(fields: readonly DisputedField[]): Choices {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      { side: 'mine', edited: canBeTyped(field) ? String(field.mine) : '' } satisfies FieldChoice,
    ]),
  )
}

/** The values to send, field by field. A number that cannot be read as one leaves the person's own. */
export function chosenValues(fields: readonly DisputedField[], choices: Choices): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => {
      const choice = choices[field.name]
      if (choice?.side === 'theirs') return [field.name, field.theirs]
      if (choice?.side !== 'edit') return [field.name, field.mine]
      if (!isNumber(field)) return [field.name, choice.edited.trim()]
      const typed = Number(choice.edited.replace(/[\s,]/g, ''))
      return [field.name, choice.edited.trim() === '' || Number.isNaN(typed) ? field.mine : typed]
    }),
  )
}
