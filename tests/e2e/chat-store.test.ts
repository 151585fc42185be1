import { conformance } from '../chat/conformance.ts'
import { oneServer } from '../chat/embedded-servers.ts'
import { embeddedWorld } from '../chat/embedded-world.ts'
import { phonesInPages } from '../chat/phone-in-page.ts'

const name = 'embedded, Chromium'
const open = async () => {
  const servers = await oneServer()
  const pages = await phonesInPages<{ me: string; token: string }>(
    'embedded',
    'tests/chat/page/embedded-page.ts',
  )
  const world = embeddedWorld(name, servers, ({ origin, ...o }) => pages.open(`${origin}/healthz`, o))
  return {
    ...world,
    stop: async () => {
      await pages.close()
      await world.stop()
    },
  }
}

// These cases make hundreds of calls into pages; Node runs the same cases in every run.
conformance(name, open, { without: ['many messages', 'roll-over'] })
for (const only of ['many messages', 'roll-over'] as const) conformance(name, open, { only, tags: ['full'] })
