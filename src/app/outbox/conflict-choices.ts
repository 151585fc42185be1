import type { DisputedField } from '#local/react'
import { readNumber } from '#ui/form/read-number.ts'

/** Side whose value a person takes for one field; with `edit` it is the typed text in `edited`. */
export type ConflictSide = 'mine' | 'theirs' | 'edit'
export interface FieldChoice {
  side: ConflictSide
  edited: string
}
export type Choices = Readonly<Record<string, FieldChoice>>

/** Returns whether a value can be typed: a text or a number. A status and a list can only be taken from one side. */
export const canBeTyped = ({ name, mine, theirs }: DisputedField): boolean =>
  name !== 'status' &&
  (typeof mine === 'string' || typeof mine === 'number') &&
  (typeof theirs === 'string' || typeof theirs === 'number')

export const isNumber = ({ mine, theirs }: DisputedField): boolean =>
  typeof mine === 'number' || typeof theirs === 'number'

/** Returns the first choices: for each field the person's own value, which they wanted when they wrote it. */
export function initialChoices(fields: readonly DisputedField[]): Choices {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      { side: 'mine', edited: canBeTyped(field) ? String(field.mine) : '' } satisfies FieldChoice,
    ]),
  )
}

/** Returns the choices for a newer server state: sides are reset, typed values stay. */
export const choicesAgain = (fields: readonly DisputedField[], before: Choices): Choices => {
  const typed = Object.entries(before).filter(
    ([name, { side }]) => side === 'edit' && fields.some((field) => field.name === name && canBeTyped(field)),
  )
  return { ...initialChoices(fields), ...Object.fromEntries(typed) }
}

/** Returns whether the text typed for a number is no number; the form is then not sent. */
export const isUnreadable = (field: DisputedField, choice: FieldChoice | undefined): boolean =>
  choice?.side === 'edit' &&
  isNumber(field) &&
  choice.edited.trim() !== '' &&
  Number.isNaN(readNumber(choice.edited))

/** Returns the values to send by field. An empty number field sends the person's own value. */
export function resolveChoices(fields: readonly DisputedField[], choices: Choices): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => {
      const choice = choices[field.name]
      if (choice?.side === 'theirs') return [field.name, field.theirs]
      if (choice?.side !== 'edit') return [field.name, field.mine]
      if (!isNumber(field)) return [field.name, choice.edited.trim()]
      const typed = readNumber(choice.edited)
      return [field.name, Number.isNaN(typed) ? field.mine : typed]
    }),
  )
}
