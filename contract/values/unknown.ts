import type { Versioned } from '../errors.ts'

/** Helpers to read values of unknown shape, such as stored records and responses. */

/** Returns the properties of an object, or an empty object for any other value. */
export const propertiesOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Parses JSON; undefined for invalid JSON, such as a person's text that begins with a bracket. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Reads a version with its fields; undefined for any other value. */
export function versionedOf(value: unknown): Versioned | undefined {
  const { version, fields } = propertiesOf(value)
  return typeof version === 'number' && typeof fields === 'object' && fields
    ? { version, fields: propertiesOf(fields) }
    : undefined
}
