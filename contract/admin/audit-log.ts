import { z } from 'zod/mini'
import { adminList } from './admin-route.ts'
import { id, instant } from '../parts.ts'
import { knownOr } from '../values/list-inputs.ts'

/** Kinds of items that an action can change. */
export const auditThings = [
  'ad',
  'article',
  'form',
  'name',
  'order',
  'person',
  'plan',
  'proof',
  'report',
  'video',
] as const
export type AuditThing = (typeof auditThings)[number]

const change = z.nullable(z.record(z.string(), z.unknown()))

export const auditRow = z.object({
  _id: id,
  at: instant,
  /** E-mail address of the admin, or `shell`. */
  operator: z.string(),
  /** Verb and item, for example `set-plan-price`. */
  action: z.string(),
  thing: z.enum(auditThings),
  thing_id: z.string(),
  /** Current name of the item; empty when the item no longer exists. */
  name: z.string(),
  /** Values of the changed fields before and after the action. */
  before: change,
  after: change,
  /** Reason that the admin gave. */
  note: z.string(),
})
export type AuditRow = z.output<typeof auditRow>

export const auditLogRoutes = {
  /** Lists the log, newest first. The search looks in the admin's address, the action and the item. No call changes a row. */
  listAuditLog: adminList('audit-log', auditRow, { thing: knownOr([...auditThings, 'all'] as const, 'all') }),
}
