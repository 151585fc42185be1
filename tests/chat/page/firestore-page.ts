import { createFirestoreStore } from '../../../src/local/chat/firestore/firestore-store.ts'
import { browserEnv } from '../../../src/local/platform/env.ts'
import { serveStore } from './serve-store.ts'

/** `emulator` is host:port; the page gets its token from the test instead of our server. */
serveStore((o: { me: string; token: string; projectId: string; emulator: string }) => {
  const { me, token, projectId, emulator } = o
  const settings = { store: 'firestore', apiKey: 'none', appId: 'none', longPolling: false } as const
  return {
    store: createFirestoreStore({
      me,
      settings: { ...settings, projectId, emulator },
      token: () => Promise.resolve({ uid: me, token, lasts: 3_600_000 }),
      env: browserEnv(),
    }),
  }
})
