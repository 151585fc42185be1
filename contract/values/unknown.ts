import type { Versioned } from '../errors.ts'

/** Reading values whose shape nobody has promised: a stored record, an answer. */

/** The properties of an object; of anything else none. */
export const propertiesOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** A version with the fields as they were in it, or undefined. */
export function versionedOf(value: unknown): Versioned | undefined {
  const { version, fields } = propertiesOf(value)
  return typeof version === 'number' && typeof fields === 'object' && fields
    ? { version, fields: propertiesOf(fields) }
    : undefined
}
