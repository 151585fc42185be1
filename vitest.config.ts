import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'

const node = (name: string, include: string[], o: object = {}) => ({
  extends: true as const,
  test: { name, include, environment: 'node', ...o },
})

/** Killed processes and power cuts: slow, and about the embedded database alone. */
const durability = ['tests/api/kernel-{durability,process}.test.ts']

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  resolve: {
    alias: { dexie: fileURLToPath(new URL('node_modules/dexie/dist/modern/dexie.mjs', import.meta.url)) },
  },
  test: {
    // Every core: the default leaves one idle, which is half of a machine with two.
    maxWorkers: '100%',
    // A limit ends what hangs; it must never end what is slow because the machine is busy.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    setupFiles: ['tests/support/no-bugs.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      node('unit', ['tests/*.test.ts', 'tests/unit/{contract,catalogue,local,server,sw}/**/*.test.ts']),
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['tests/unit/screens/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['tests/support/no-bugs.ts', 'tests/support/screens.ts'],
          // One Dexie for both, else live queries follow the wrong one.
          server: { deps: { inline: ['dexie-react-hooks'] } },
        },
      },
      node('api', ['tests/api/**/*.test.ts'], {
        exclude: durability,
        pool: 'forks',
        testTimeout: 120_000,
      }),
      node('durability', durability, { pool: 'forks', testTimeout: 240_000 }),
      node('engine', ['tests/engine/**/*.test.ts'], {
        pool: 'forks',
        testTimeout: 600_000,
      }),
      node('model', ['tests/model/**/*.test.ts'], { testTimeout: 300_000 }),
      node('e2e', ['tests/{e2e,chaos}/**/*.test.ts'], {
        pool: 'forks',
        // A story waits more than it works. Each file has servers, data and browsers of its own.
        maxWorkers: 2,
        sequence: { groupOrder: 1 },
        testTimeout: 240_000,
        hookTimeout: 240_000,
        globalSetup: [],
      }),
    ],
  },
})
