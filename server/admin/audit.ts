import type { AuditThing } from '#contract/admin/audit-log.ts'
import type { User } from '#contract/users/users.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'

/** The operator who did something: an admin, or a person with a shell. */
export interface Operator {
  /** Undefined: from a shell. */
  id: string | undefined
  name: string
}
export const fromShell: Operator = { id: undefined, name: 'shell' }
/** The caller of a call of the admin area. */
export const operatorOf = ({ id, email }: Pick<User, 'id' | 'email'>): Operator => ({ id, name: email })

export interface AuditEntry {
  /** A verb in the infinitive with its thing: `approve-proof`, `hide-ad`. */
  action: string
  /** What kind of thing it was done to, and to which. */
  thing: AuditThing
  id: string
  /** Only what changed; never a secret. */
  before?: object
  after?: object
  /** The reason given. */
  note?: string
}

/** Writes down who did what, in the transaction of the action: there is no action without its row. Nobody can change one. */
export async function audit(
  sql: Sql,
  deps: Pick<Deps, 'newId' | 'now'>,
  by: Operator,
  entry: AuditEntry,
): Promise<void> {
  await sql.run({
    text: `insert into audit_log (id, at, operator_id, operator_name, action, thing, thing_id, before, after, note)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      deps.newId(),
      deps.now(),
      by.id ?? null,
      by.name,
      entry.action,
      entry.thing,
      entry.id,
      entry.before ? JSON.stringify(entry.before) : null,
      entry.after ? JSON.stringify(entry.after) : null,
      entry.note ?? '',
    ],
  })
}
