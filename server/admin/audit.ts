import { type AuditRow, auditRow, type AuditThing } from '#contract/admin/audit-log.ts'
import { AppError } from '#contract/errors.ts'
import type { BodyOf, ReplyOf, Route } from '#contract/http.ts'
import type { User } from '#contract/users/users.ts'
import { type Mount, ok } from '../kernel/call.ts'
import {
  folded,
  hasWords,
  insertRow,
  instantColumn,
  type RowPage,
  type PageQuery,
  pageOf,
} from '../kernel/db/lists.ts'
import { part, raw, type Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { z } from 'zod/mini'

/** Operator who performs an action: an admin, or a person with a shell. */
export interface Operator {
  /** Undefined for a shell. */
  id: string | undefined
  name: string
}
export const fromShell: Operator = { id: undefined, name: 'shell' }
/** Returns the operator for the caller of an admin call. */
export const operatorOf = ({ id, email }: Pick<User, 'id' | 'email'>): Operator => ({ id, name: email })

/** Transaction in which an operator performs an action. */
export interface Operation {
  sql: Sql
  deps: Deps
  by: Operator
  /**
   * Writes a row of the audit log: the action as a verb in the infinitive (`hide-ad`) and its object. A trigger refuses every
   * change of a row.
   */
  audit: (action: string, thing: AuditThing, id: string, change?: AuditChange) => Promise<void>
}
/** Action of an operator: changes data and writes the audit log in one transaction. */
export type AdminAction<Input, Result = void> = (o: Operation, input: Input) => Promise<Result>

type AdminRoute = Route<Route['params'], Route['body'], Route['reply'], 'admin'>
type DataOf<R> = ReplyOf<R> extends { data: infer D } ? D : never

/**
 * Returns a function that mounts a call for one action. The response has a message and, as `data`, the current state of the
 * object.
 */
export const actionMount =
  (mount: Mount, deps: Deps) =>
  <R extends AdminRoute, Result>(
    route: R,
    action: AdminAction<BodyOf<R>, Result>,
    words: string | ((body: BodyOf<R>, result: Result) => string),
    shown?: (sql: Sql, body: BodyOf<R>, result: Result) => Promise<DataOf<R>>,
  ): void =>
    mount(route, async ({ body, sql, user }) => {
      const result = await action(operation(sql, deps, operatorOf(user as User)), body)
      const msg = typeof words === 'string' ? words : words(body, result)
      const reply = shown ? { ...ok, msg, data: await shown(sql, body, result) } : { ...ok, msg }
      return reply as ReplyOf<R>
    })

/** Returns the error for an action that another operator has made obsolete; the screen then loads the current state. */
export const meanwhile = (msg?: string): AppError => new AppError('decided_meanwhile', { msg })

/** Throws `decided_meanwhile` when more reports are open than the operator has seen. */
export function checkSeen(open: number, seen: number | undefined): void {
  if (seen !== undefined && open > seen) throw meanwhile('More reports have come. Please read them first.')
}

interface AuditChange {
  /** Values of the changed fields before the action, and below after the action; never a secret. */
  before?: object
  after?: object
  note?: string
}

/** Begins an operation. The audit log is written in its transaction, so no action exists without a row. */
export const operation = (sql: Sql, deps: Deps, by: Operator): Operation => ({
  sql,
  deps,
  by,
  audit: async (action, thing, thing_id, change) => {
    const done = { operator_id: by.id, operator_name: by.name, action, thing, thing_id, note: '', ...change }
    await insertRow(sql, 'audit_log', { id: deps.newId(), at: deps.now(), ...done })
  },
})

const row = z.extend(auditRow, { at: instantColumn })

const from = raw(`from audit_log l
  left join users u on l.thing = 'person' and u.id = l.thing_id
  left join users other on l.action = 'read-chat' and other.id = l.after ->> 'with'
  left join person_reports r on l.action = 'read-chat' and r.id = l.after ->> 'report'
  left join plans p on l.thing = 'plan' and p.id = l.thing_id
  left join proofs f on l.thing = 'proof' and f.id = l.thing_id
  left join orders o on o.id = case l.thing when 'order' then l.thing_id when 'proof' then f.order_id end
  left join proposed_names n on l.thing = 'name' and n.id = l.thing_id
  left join cars c on l.thing = 'ad' and c.id = l.thing_id
  left join blogs b on l.thing = 'article' and b.id = l.thing_id
  left join videos v on l.thing = 'video' and v.id = l.thing_id
  left join contact_messages m on l.thing = 'form' and m.id = l.thing_id`)
const name = `coalesce(u.email, p.name, o.reference, c.title, b.title, v.title, m.subject,
  n.make || ' ' || n.model, '')`
const texts = `concat_ws(' ', l.operator_name, l.action, l.thing_id, ${name}, other.email)`
/** The log shows names in place of ids while the rows with these ids exist. */
const after = `l.after || jsonb_strip_nulls(jsonb_build_object('with', other.email, 'report', r.reason))`

/** Returns one page of the audit log, newest first. */
export const auditPage = (
  sql: Sql,
  { thing = 'all', ...q }: PageQuery & { thing?: AuditThing | 'all' },
): Promise<RowPage<AuditRow>> =>
  pageOf(sql, row, q, {
    columns: `l.id as _id, l.at, l.operator_name as operator, l.action, l.thing, l.thing_id, ${name} as name,
      l.before, ${after} as after, l.note`,
    from: part`${from} where (${thing} = 'all' or l.thing = ${thing}) and ${hasWords(q.search, texts, folded)}`,
    order: 'l.at desc, l.id desc',
  })
