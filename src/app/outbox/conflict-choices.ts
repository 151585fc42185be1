import type { DisputedField } from '#local/react'
import { readNumber } from '#ui/form/read-number.ts'

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
export function initialChoices(fields: readonly DisputedField[]): Choices {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      { side: 'mine', edited: canBeTyped(field) ? String(field.mine) : '' } satisfies FieldChoice,
    ]),
  )
}

/** The choices about a newer server state: each side is chosen again, and what was typed in their place stays. */
export const choicesAgain = (fields: readonly DisputedField[], before: Choices): Choices => {
  const typed = Object.entries(before).filter(
    ([name, { side }]) => side === 'edit' && fields.some((field) => field.name === name && canBeTyped(field)),
  )
  return { ...initialChoices(fields), ...Object.fromEntries(typed) }
}

/** Whether something was typed that is no number: nothing is sent in its place. */
export const isUnreadable = (field: DisputedField, choice: FieldChoice | undefined): boolean =>
  choice?.side === 'edit' &&
  isNumber(field) &&
  choice.edited.trim() !== '' &&
  Number.isNaN(readNumber(choice.edited))

/** The values to send, field by field. A number that was left empty leaves the person's own. */
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
