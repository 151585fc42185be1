import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chatCases } from '../../chat/conformance.ts'
import { findEmulator } from '../../support/firestore-emulator.ts'

/** This file replaces all other files of its folder when the machine has no Firestore emulator. */
const folders = [join(import.meta.dirname, '..'), join(import.meta.dirname, '../../e2e/firestore')]
const files = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name)),
)
const declared = files.reduce((sum, name) => {
  const text = readFileSync(name, 'utf8')
  const conformances = text.match(/^\s*conformance\(/gm)?.length ?? 0
  return sum + (text.match(/^\s*test(\.each)?\(/gm)?.length ?? 0) + conformances * chatCases.length
}, 0)

// The last lines of `npm test` repeat this title.
test(`Vitest skips ${declared} Firestore tests because this machine has no emulator`, () => {
  process.stdout.write(
    `\n  Firestore is NOT tested: no emulator on this machine. ${declared} tests in ${files.length} files are left out.\n\n`,
  )
  expect(findEmulator()).toBeUndefined()
  expect(declared).toBeGreaterThan(chatCases.length)
})
