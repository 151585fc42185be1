import type { z } from 'zod/mini'

/** SQL statement. With values it is prepared: its text is planned once on each connection. */
export interface Statement {
  text: string
  /** Name by which tests and benchmarks recognise the statement. */
  name?: string
  values?: readonly unknown[]
  /** Whether the statement is not prepared, because its text depends on the request. */
  once?: boolean
}

/** Part of a statement, with its values. */
export class SqlPart {
  readonly words: readonly string[]
  readonly given: readonly unknown[]
  constructor(words: readonly string[], given: readonly unknown[] = []) {
    this.words = words
    this.given = given
  }
}
/** Returns literal SQL, such as names of columns or conditions. Never pass input of a user. */
export const raw = (text: string): SqlPart => new SqlPart([text])
export const part = (words: TemplateStringsArray, ...given: readonly unknown[]): SqlPart =>
  new SqlPart(words, given)

/** Template tag for SQL. Each value becomes a parameter, except that a `SqlPart` becomes a part of the text. */
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

/** Returns the template tags that run statements through `rows`, `row` and `run`. */
export const sqlForms = (of: Pick<Sql, 'rows' | 'row' | 'run'>): Pick<Sql, 'all' | 'first' | 'exec'> => ({
  all: (row) => inSql((statement) => of.rows(row, statement)),
  first: (row) => inSql((statement) => of.row(row, statement)),
  exec: inSql((statement) => of.run(statement)),
})

/** Runs statements, either on their own or inside one transaction. */
export interface Sql {
  /** Template tags of `rows`, `row` and `run`. */
  all<T extends z.ZodMiniType>(row: T): InSql<z.output<T>[]>
  first<T extends z.ZodMiniType>(row: T): InSql<z.output<T> | undefined>
  exec: InSql<number>
  /** Returns the rows, each validated against `row`; an unexpected column is a bug and throws. */
  rows<T extends z.ZodMiniType>(row: T, statement: Statement): Promise<z.output<T>[]>
  /** Returns the first row; undefined without a row. */
  row<T extends z.ZodMiniType>(row: T, statement: Statement): Promise<z.output<T> | undefined>
  /** Returns the number of changed rows. */
  run(statement: Statement): Promise<number>
  /**
   * Sends `payload` (under 8,000 bytes) to every listener of the topic, in this process and in others on the same database.
   * Listeners receive it after the commit, and not at all when the transaction fails.
   */
  notify(topic: string, payload: string): Promise<void>
}

/** Receives the messages of a topic; undefined when messages may have been lost. Must not throw. */
export type Listener = (payload: string | undefined) => void

/** Database: embedded or PostgreSQL, with the same interface. */
export interface Db extends Sql {
  /**
   * Runs `work` in one transaction. Retries it after a serialisation failure or deadlock, so `work` must have no effect
   * outside the database. `work` must await only statements: the embedded database has one connection.
   */
  tx<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  kind: 'embedded' | 'postgres'
  /**
   * Counter that rises after every possible write through this object, before the caller gets the result. A caller that
   * caches rows can tell that they may be outdated. Writes of other processes do not count.
   */
  readonly writes: number
  /** Calls the listener for each message of the topic; returns an unsubscribe function. */
  listen(topic: string, listener: Listener): () => void
  close(): Promise<void>
}
