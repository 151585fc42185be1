import { conformance } from '../chat/conformance.ts'
import { oneServer } from '../chat/embedded-servers.ts'
import { embeddedWorld } from '../chat/embedded-world.ts'
import { phonesInPages } from '../chat/phone-in-page.ts'

const name = 'embedded, Chromium'
const open = async () => {
  const [servers, pages] = [await oneServer(), await phonesInPages()]
  const world = embeddedWorld(name, servers, pages.open)
  return {
    ...world,
    stop: async () => {
      await pages.close()
      await world.stop()
    },
  }
}

// Hundreds of calls into pages, for what the same store does in Node in every run.
conformance(name, open, { without: ['many messages', 'roll-over'] })
for (const only of ['many messages', 'roll-over'] as const) conformance(name, open, { only, tags: ['full'] })
