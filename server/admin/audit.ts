import { type AuditRow, auditRow, type AuditThing } from '#contract/admin/audit-log.ts'
import type { User } from '#contract/users/users.ts'
import { instantColumn, type RowPage, type PageQuery, pageOf } from '../kernel/db/lists.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { z } from 'zod/mini'
import { fold } from '#catalogue'

/** The operator who did something: an admin, or a person with a shell. */
export interface Operator {
  /** Undefined: from a shell. */
  id: string | undefined
  name: string
}
export const fromShell: Operator = { id: undefined, name: 'shell' }
/** The caller of a call of the admin area. */
export const operatorOf = ({ id, email }: Pick<User, 'id' | 'email'>): Operator => ({ id, name: email })

/** What an operator does: it changes something and writes the log, in one transaction. */
export type AdminAction<Input, Result = void> = (
  sql: Sql,
  deps: Deps,
  by: Operator,
  input: Input,
) => Promise<Result>

interface AuditEntry {
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

const row = z.extend(auditRow, { at: instantColumn })

const from = `from audit_log l
  left join users u on l.thing = 'person' and u.id = l.thing_id
  left join plans p on l.thing = 'plan' and p.id = l.thing_id
  left join orders o on l.thing = 'order' and o.id = l.thing_id
  left join proposed_names n on l.thing = 'name' and n.id = l.thing_id
  left join cars c on l.thing = 'ad' and c.id = l.thing_id`
const name = `coalesce(u.email, p.name, o.reference, c.title, n.make || ' ' || n.model, '')`
const where = `($2 = 'all' or l.thing = $2) and not exists (select 1 from unnest($1::text[]) w
  where position(w in lower(concat_ws(' ', l.operator_name, l.action, l.thing_id, ${name}))) = 0)`

interface AuditQuestion extends PageQuery {
  thing?: AuditThing | 'all'
}

/** What was done, newest first. */
export const auditPage = (sql: Sql, q: AuditQuestion): Promise<RowPage<AuditRow>> =>
  pageOf(sql, row, q, {
    columns: `l.id as _id, l.at, l.operator_name as operator, l.action, l.thing, l.thing_id, ${name} as name,
      l.before, l.after, l.note`,
    from: `${from} where ${where}`,
    order: 'l.at desc, l.id desc',
    values: [
      fold(q.search ?? '')
        .split(/\s+/)
        .filter(Boolean),
      q.thing ?? 'all',
    ],
  })
