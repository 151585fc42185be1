import { expect, test } from 'vitest'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { OwnTables } from '../../../src/local/database/records.ts'
import { ownSchema } from '../../../src/local/database/schema.ts'
import { createFormDrafts } from '../../../src/local/outbox-service/form-drafts.ts'

/** Drafts of a phone that makes room before each write; `make` ends the wait of the first writer. */
function slowDrafts() {
  const store = memoryStore<OwnTables>(ownSchema)
  const makingRoom: (() => void)[] = []
  let full = true
  const drafts = createFormDrafts({
    async own() {
      if (full) await new Promise<void>((made) => makingRoom.push(made))
      return store
    },
    handed: () => Promise.resolve(),
    now: () => 0,
    saved: () => undefined,
  })
  return {
    drafts,
    /** Lets later writers continue without a wait. */
    roomForOthers: () => (full = false),
    make: () => makingRoom[0]?.(),
  }
}

test('What is typed after a form was cleared stays, however slow earlier words were', async () => {
  const { drafts, roomForOthers, make } = slowDrafts()
  const slow = drafts.save('contact', { message: 'Sent' })
  await Promise.resolve()
  roomForOthers()
  const cleared = drafts.clear({ id: 'contact' })
  const typed = drafts.save('contact', { message: 'The next one' })
  make()
  await Promise.all([slow, cleared, typed])
  expect(await drafts.read('contact')).toEqual({ message: 'The next one' })
})

test('What waits for every saved text also waits for one that takes its time', async () => {
  const { drafts, roomForOthers, make } = slowDrafts()
  const slow = drafts.save('chat:u2', { text: 'Hello' })
  roomForOthers()
  await drafts.save('enquiry:c1', { message: 'Another' })
  const cleared = drafts.clear({ id: 'chat:u2' })
  make()
  await Promise.all([slow, cleared])
  expect(await drafts.read('chat:u2')).toBeUndefined()
})
