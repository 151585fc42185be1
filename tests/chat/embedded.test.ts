import { conformance } from './conformance.ts'
import { oneServer } from './embedded-servers.ts'
import { embeddedWorld } from './embedded-world.ts'

conformance('embedded, Node', async () => embeddedWorld('embedded, Node', await oneServer()), {
  without: ['retention'],
})
