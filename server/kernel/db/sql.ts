import type { z } from 'zod/mini'

/** A statement. One with values is prepared: its text is planned once on each connection. */
export interface Statement {
  text: string
  /** Of one that tests and benches tell from the others. */
  name?: string
  values?: readonly unknown[]
  /** Not prepared: its text is put together from what was asked for. */
  once?: boolean
}

/** A part of a statement, with the values in it. */
export class SqlPart {
  readonly words: readonly string[]
  readonly given: readonly unknown[]
  constructor(words: readonly string[], given: readonly unknown[] = []) {
    this.words = words
    this.given = given
  }
}
/** Our own words in SQL: names of columns, conditions. Never what a person wrote. */
export const raw = (text: string): SqlPart => new SqlPart([text])
export const part = (words: TemplateStringsArray, ...given: readonly unknown[]): SqlPart =>
  new SqlPart(words, given)

/** Asks in SQL with the values in their places: each is a parameter, save what is a part of the statement. */
export type InSql<T> = (words: TemplateStringsArray, ...given: readonly unknown[]) => Promise<T>
export const inSql =
  <T>(run: (statement: Statement) => Promise<T>): InSql<T> =>
  (...asked) => {
    const values: unknown[] = []
    const textOf = ({ words, given }: SqlPart): string =>
      words.reduce((before, word, i) => before + placed(given[i - 1]) + word)
    const placed = (value: unknown) => (value instanceof SqlPart ? textOf(value) : `$${values.push(value)}`)
    const text = textOf(part(...asked))
    return run(values.length > 0 ? { text, values } : { text })
  }

/** How whatever answers statements is asked in SQL. */
export const sqlForms = (of: Pick<Sql, 'rows' | 'row' | 'run'>): Pick<Sql, 'all' | 'first' | 'exec'> => ({
  all: (row) => inSql((statement) => of.rows(row, statement)),
  first: (row) => inSql((statement) => of.row(row, statement)),
  exec: inSql((statement) => of.run(statement)),
})

/** Runs statements, either on their own or inside one transaction. */
export interface Sql {
  /** The same three in SQL: all rows, the first one, how many rows were changed. */
  all<T extends z.ZodMiniType>(row: T): InSql<z.output<T>[]>
  first<T extends z.ZodMiniType>(row: T): InSql<z.output<T> | undefined>
  exec: InSql<number>
  /** The rows, each checked against `row`: a column that is not what the code expects is a bug and throws. */
  rows<T extends z.ZodMiniType>(row: T, statement: Statement): Promise<z.output<T>[]>
  /** The first row, if there is one. */
  row<T extends z.ZodMiniType>(row: T, statement: Statement): Promise<z.output<T> | undefined>
  /** How many rows were changed. */
  run(statement: Statement): Promise<number>
  /**
   * Passes `payload` (under 8,000 bytes) to every listener of the topic, in this process and in the others on the same
   * database: after the commit, and not at all when the transaction fails.
   */
  notify(topic: string, payload: string): Promise<void>
}

/** Receives the messages of a topic; undefined when some of it may have been missed. Must not throw. */
export type Listener = (payload: string | undefined) => void

/** The database: embedded or PostgreSQL, the same to everything above. */
export interface Db extends Sql {
  /**
   * All or nothing. Retried on serialisation failure and deadlock, so `work` must have no effect outside the database.
   * Never await anything but statements in it: the embedded database has one connection.
   */
  tx<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  kind: 'embedded' | 'postgres'
  /**
   * Rises after everything that may have been written through this object, before its caller gets the result. A caller
   * that keeps a copy of rows can tell that it may be behind; what other processes write is not counted.
   */
  readonly writes: number
  /** Calls the listener until the returned function is called. */
  listen(topic: string, listener: Listener): () => void
  close(): Promise<void>
}
