import type { Versioned } from '../errors.ts'

/** Reading values whose shape nobody has promised: a stored record, an answer. */

/** The properties of an object; of anything else none. */
export const propertiesOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** What a text says in JSON; undefined for any other text, such as a person's words that begin with a bracket. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** A version with the fields as they were in it, or undefined. */
export function versionedOf(value: unknown): Versioned | undefined {
  const { version, fields } = propertiesOf(value)
  return typeof version === 'number' && typeof fields === 'object' && fields
    ? { version, fields: propertiesOf(fields) }
    : undefined
}
