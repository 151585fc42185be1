import { expect, test } from 'vitest'
import { chatCases, conformance } from './conformance.ts'
import { postgresPrograms, twoProcesses } from './embedded-servers.ts'
import { embeddedWorld } from './embedded-world.ts'

const name = 'embedded, two processes on PostgreSQL'
const possible = postgresPrograms !== undefined || process.env['TEST_DATABASE_URL'] !== undefined

const open = async () => embeddedWorld(name, await twoProcesses())
const left = () =>
  test(`Vitest skips ${chatCases.length} two-process chat tests because PostgreSQL is missing`, () => {
    process.stdout.write(
      `Not run: ${chatCases.length} tests of the chat, ${name}. Install PostgreSQL to run them.\n`,
    )
    expect(possible).toBe(false)
  })
;(possible
  ? () => {
      conformance(name, open, { without: ['many messages'] })
      conformance(name, open, { only: 'many messages', tags: ['full'] })
    }
  : left)()
