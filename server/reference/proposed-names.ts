// Names of makes and models that dealers propose, and the decisions about them.
import { z } from 'zod/mini'
import { fold } from '#catalogue'
import { nameStates } from '#contract/selling/import-trial.ts'
import { countOf, insertRow } from '../kernel/db/lists.ts'
import type { Db, Sql } from '../kernel/db/sql.ts'
import { forgetReference } from './reference-store.ts'

/** Returns a name without case, accents and signs. A plus becomes a word, so that "Go" and "Go+" differ. */
const plain = (text: string): string => fold(text.replaceAll('+', ' plus ')).replace(/[^a-z0-9]+/g, '')

/** Returns both names without case, accents and signs, with a space between them. */
export const nameKey = ({ make, model }: { make: string; model: string }): string =>
  `${plain(make)} ${plain(model)}`

const answered = z.object({ key: z.string(), make: z.string(), model: z.string() })
/** Key of a proposed name, and the make and the model that the name means. */
export type AnsweredName = z.output<typeof answered>

export const answeredNames = (sql: Sql): Promise<AnsweredName[]> =>
  sql.all(answered)`select p.name_key as key, m.title as make, o.title as model from proposed_names p
    join models o on o.id = p.model_id join makes m on m.id = o.make_id`

const standing = z.object({
  key: z.string(),
  state: z.enum(nameStates),
  mine: z.boolean(),
  answer: z.string(),
})
export type NameStanding = z.output<typeof standing>

/** Returns the decisions about names, for one dealer: the name of the model here, or the reason of a refusal. */
export const standingOf = (sql: Sql, dealer: string, keys: readonly string[]): Promise<NameStanding[]> =>
  sql.all(standing)`select p.name_key as key, p.state, coalesce(m.title || ' ' || o.title, p.note) as answer,
      exists (select 1 from name_proposers d where d.name_id = p.id and d.dealer = ${dealer}) as mine
    from proposed_names p left join models o on o.id = p.model_id left join makes m on m.id = o.make_id
    where p.name_key = any (${keys})`

/** Returns how many names of a dealer wait for a decision. */
export const openNames = (sql: Sql, dealer: string): Promise<number> =>
  countOf(sql)`select count(*)::int as n from name_proposers d join proposed_names p on p.id = d.name_id
    where d.dealer = ${dealer} and p.state = 'open'`

interface AskedName {
  make: string
  model: string
  rows: number
  example: string
}
/** Proposes names. A name that others have proposed gets one more proposer, and a name with a decision stays as it is. */
export async function proposeNames(
  sql: Sql,
  o: { dealer: string; importId: string; names: readonly AskedName[]; now: Date; newId: () => string },
): Promise<void> {
  const rows = o.names.map((name) => ({ ...name, id: o.newId(), name_key: nameKey(name) }))
  // A common order of the rows prevents deadlocks between dealers who propose names at the same time.
  rows.sort((a, b) => (a.name_key < b.name_key ? -1 : 1))
  const asked = JSON.stringify(rows)
  await sql.exec`insert into proposed_names (id, name_key, make, model, created_at)
    select id, name_key, make, model, ${o.now} from json_to_recordset(${asked}::json)
      as r (id text, name_key text, make text, model text) on conflict do nothing`
  await sql.exec`insert into name_proposers (name_id, dealer, import_id, rows, example, created_at)
    select p.id, ${o.dealer}, ${o.importId}, r.rows, r.example, ${o.now}
    from json_to_recordset(${asked}::json) as r (name_key text, rows int, example text)
      join proposed_names p on p.name_key = r.name_key and p.state = 'open'
    on conflict (name_id, dealer) do update set rows = excluded.rows, example = excluded.example`
}

const topic = 'reference'
/**
 * Notifies all processes of a change of makes or models. It must run in the transaction of the change: after the commit every
 * process reads the tables again.
 */
export const referenceChanged = (sql: Sql): Promise<void> => sql.notify(topic, '')
/** Empties the cache when the reference data changes; returns an unsubscribe function. */
export const followReference = (db: Db): (() => void) => db.listen(topic, () => forgetReference(db))

const modelRow = z.object({ id: z.string(), make: z.string(), model: z.string() })
export type NamedModel = z.output<typeof modelRow>

export const modelNamed = (
  sql: Sql,
  { make, model }: { make: string; model: string },
): Promise<NamedModel | undefined> =>
  sql.first(modelRow)`select o.id, m.title as make, o.title as model from models o
    join makes m on m.id = o.make_id where m.title = ${make} and o.title = ${model}`

/** Returns whether two titles are the same. In other scripts there is no plain form, so titles must be equal there. */
const isSame = (a: string, b: string): boolean => a === b || (plain(a) !== '' && plain(a) === plain(b))
const titled = z.object({ id: z.string(), title: z.string() })
/** Adds a model, and its make unless that exists in another spelling; returns undefined when the model exists. */
export async function addModel(
  sql: Sql,
  o: { make: string; model: string; newId: () => string },
): Promise<NamedModel | undefined> {
  // With the lock the second of two simultaneous calls finds what the first one has added.
  await sql.exec`lock table models in share row exclusive mode`
  const makes = await sql.all(titled)`select id, title from makes`
  const there = makes.find(({ title }) => isSame(title, o.make))
  const make = there ?? { id: o.newId(), title: o.make }
  const models = await sql.all(titled)`select id, title from models where make_id = ${make.id}`
  if (models.some(({ title }) => isSame(title, o.model))) return undefined
  const position = 1000
  if (!there) await insertRow(sql, 'makes', { ...make, position })
  const id = o.newId()
  await insertRow(sql, 'models', { id, make_id: make.id, title: o.model, position })
  return { id, make: make.title, model: o.model }
}
