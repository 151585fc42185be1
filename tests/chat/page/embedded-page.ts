import { browserEnv } from '../../../src/local/platform/env.ts'
import { openEmbeddedPhone } from '../embedded-phone.ts'
import { serveStore } from './serve-store.ts'

serveStore((o: { me: string; token: string }) => openEmbeddedPhone({ ...o, env: browserEnv() }))
