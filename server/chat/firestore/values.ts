import { z } from 'zod/mini'

/** Value in the format of Firestore's REST API. Values that are only moved stay unparsed. */
export type FirestoreValue = Readonly<Record<string, unknown>>
export type FirestoreFields = Readonly<Record<string, FirestoreValue>>

export function valueOf(v: string | number | boolean | Date | readonly unknown[] | object): FirestoreValue {
  if (typeof v === 'string') return { stringValue: v }
  if (typeof v === 'boolean') return { booleanValue: v }
  if (typeof v === 'number') return { integerValue: String(Math.trunc(v)) }
  if (v instanceof Date) return { timestampValue: v.toISOString() }
  if (Array.isArray(v)) return listValue(v.map((one: string) => valueOf(one)))
  return { mapValue: { fields: firestoreFieldsOf(v) } }
}
export const listValue = (values: readonly FirestoreValue[]): FirestoreValue => ({ arrayValue: { values } })
export const firestoreFieldsOf = (o: object): FirestoreFields =>
  Object.fromEntries(
    Object.entries(o).flatMap(([name, v]: [string, string | undefined]) =>
      v === undefined ? [] : [[name, valueOf(v)]],
    ),
  )

const value = z.record(z.string(), z.unknown())
const list = z.object({ arrayValue: z.object({ values: z.array(value) }) })
const map = z.object({ mapValue: z.object({ fields: z.record(z.string(), value) }) })

export const listIn = (v: FirestoreValue | undefined): readonly FirestoreValue[] =>
  list.safeParse(v).data?.arrayValue.values ?? []
export const mapIn = (v: FirestoreValue | undefined): FirestoreFields =>
  map.safeParse(v).data?.mapValue.fields ?? {}
export const stringIn = (v: FirestoreValue | undefined): string => {
  const text = v?.['stringValue']
  return typeof text === 'string' ? text : ''
}
export const flagIn = (v: FirestoreValue | undefined): boolean => v?.['booleanValue'] === true
export const countIn = (v: FirestoreValue | undefined): number => {
  const count = Number(v?.['integerValue'])
  return Number.isSafeInteger(count) && count > 0 ? count : 0
}
export const timeIn = (v: FirestoreValue | undefined): Date | undefined => {
  const time = new Date(String(v?.['timestampValue']))
  return Number.isNaN(time.getTime()) ? undefined : time
}

/** Latest time that a response can have. */
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z')
/** Reads a time in any format (milliseconds, text, timestamp), limited to `latest`. */
export function momentIn(v: FirestoreValue | undefined, latest = new Date(lastInstant)): Date {
  const [raw] = Object.values(v ?? {})
  const ms = typeof raw === 'string' ? Number(raw) || Date.parse(raw) : Number(raw)
  return new Date(Math.max(0, Math.min(Number.isNaN(ms) ? 0 : ms, latest.getTime())))
}
