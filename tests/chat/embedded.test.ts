import { conformance } from './conformance.ts'
import { oneServer } from './embedded-servers.ts'
import { embeddedWorld } from './embedded-world.ts'

const name = 'embedded, Node'

conformance(name, async () => embeddedWorld(name, await oneServer()))
