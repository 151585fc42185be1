import { z } from 'zod/mini'
import { adminList } from './admin-route.ts'
import { id, instant } from '../parts.ts'
import { knownOr } from '../values/list-inputs.ts'

/** What an action can be done to. */
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
  /** E-mail address of who did it, or `shell`. */
  operator: z.string(),
  /** A verb with its thing: `set-plan-price`. */
  action: z.string(),
  thing: z.enum(auditThings),
  thing_id: z.string(),
  /** What the thing is called now; empty when it is gone. */
  name: z.string(),
  /** Only what changed. */
  before: change,
  after: change,
  /** The reason that was given. */
  note: z.string(),
})
export type AuditRow = z.output<typeof auditRow>

export const auditLogRoutes = {
  /** Newest first; by parts of who did it, of the action, or of what it was done to. No call changes a row. */
  listAuditLog: adminList('audit-log', auditRow, { thing: knownOr([...auditThings, 'all'] as const, 'all') }),
}
