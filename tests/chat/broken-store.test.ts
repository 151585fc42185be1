import { expect, test } from 'vitest'
import { type Db, type Sql, sqlForms, type Statement } from '../../server/kernel/db/sql.ts'
import { chatCases, play } from './conformance.ts'
import { oneServer } from './embedded-servers.ts'
import { embeddedWorld } from './embedded-world.ts'

/** Statements of our own store without one part; the cases must detect each of them. */
interface Broken {
  statements: readonly string[]
  part: RegExp
  instead: string
  cases: RegExp
}
const broken: Record<string, Broken> = {
  'a read mark that does not say what was seen': {
    statements: ['chats-to-mark', 'chats-mark'],
    part: /case when starts_with[^=]+ = a\.last and/,
    instead: 'true and',
    cases: /came meanwhile/,
  },
  'messages without a look at their ids': {
    statements: ['chats-append', 'chats-place'],
    part: /where not exists \(select 1 from there where there\.key = given\.key\)|where id = \$1$/,
    instead: 'where $1::text is not null',
    cases: /sent twice|other words/,
  },
  'messages ordered by the clocks of phones': {
    statements: ['chats-everything', 'chats-since'],
    part: /json_agg\(to_json\(m\) order by m\.n\)/,
    instead: 'json_agg(to_json(m) order by m.timestamp)',
    cases: /clock that lies/,
  },
}

/** Wraps a database so that the given statements run without the part. */
function asking(db: Db, { statements, part, instead }: Broken, changed: Map<string, boolean>): Db {
  const change = (statement: Statement): Statement => {
    if (!statements.includes(statement.name ?? '')) return statement
    const { name = '' } = statement
    const text = statement.text.replace(part, instead)
    changed.set(name, text !== statement.text)
    return { ...statement, text }
  }
  const through = (sql: Sql): Sql => {
    const asked: Pick<Sql, 'rows' | 'row' | 'run'> = {
      rows: (row, s) => sql.rows(row, change(s)),
      row: (row, s) => sql.row(row, change(s)),
      run: (s) => sql.run(change(s)),
    }
    return {
      ...asked,
      ...sqlForms(asked),
      notify: (topic, payload) => sql.notify(topic, payload),
    }
  }
  return {
    ...through(db),
    kind: db.kind,
    get writes() {
      return db.writes
    },
    tx: (work) => db.tx((sql) => work(through(sql))),
    listen: (topic, listener) => db.listen(topic, listener),
    close: () => db.close(),
  }
}

test.each(Object.entries(broken))(
  'The suite of the chat notices in our own store: %s',
  async (_name, how) => {
    const changed = new Map<string, boolean>()
    const world = embeddedWorld('broken', await oneServer((db) => asking(db, how, changed)))
    const found: string[] = []
    for (const chatCase of chatCases.filter(({ title }) => how.cases.test(title))) {
      const failed = await play(chatCase, { ...world, patience: 3000 }).then(
        () => false,
        () => true,
      )
      if (failed) found.push(chatCase.title)
    }
    await world.stop()
    // A pattern that no longer matches would change nothing.
    expect([...changed].filter(([, really]) => !really)).toEqual([])
    expect(changed.size).toBeGreaterThan(0)
    expect(found).not.toEqual([])
  },
)
