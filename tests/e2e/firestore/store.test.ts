import type { Route } from 'playwright-core'
import { conformance } from '../../chat/conformance.ts'
import { customToken, firestoreWorld } from '../../chat/firestore-world.ts'
import { phonesInPages } from '../../chat/phone-in-page.ts'
import { findEmulator, startEmulator } from '../../support/firestore-emulator.ts'

const name = 'Firestore, Chromium'
const open = async () => {
  const found = findEmulator()
  if (!found) throw new Error('This file runs only where there is an emulator.')
  const emulator = await startEmulator(found)
  const pages = await phonesInPages<{ me: string; token: string; projectId: string; emulator: string }>(
    'firestore',
    'tests/chat/page/firestore-page.ts',
  )
  const world = await firestoreWorld(name, emulator.host, async (o) => {
    const phone = await pages.open(`http://${emulator.host}/`, { ...o, token: customToken(o.me) })
    return {
      ...phone,
      loseNextAnswer: async () => {
        // Firestore handles the request, and the response is lost.
        const lose = async (route: Route) => {
          await route.fetch()
          await route.abort()
        }
        await phone.context.route(/\/documents:commit/, lose, { times: 1 })
      },
      // The case has already closed the store and the page.
      end: () => Promise.resolve(),
    }
  })
  return {
    ...world,
    stop: async () => {
      await world.stop()
      await pages.close()
      await emulator.stop()
    },
  }
}

// Every run tests the built app over the emulator (story.test.ts), and the suite in Node.
conformance(name, open, { tags: ['full'] })
