import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { findEmulator } from './tests/support/firestore-emulator.ts'
import { LongestFirst } from './tests/support/longest-first.ts'

/** Where there is no emulator one file says so in place of the others. */
const hasFirestore = findEmulator() !== undefined

const node = (name: string, include: string[], o: object = {}) => ({
  extends: true as const,
  test: { name, include, environment: 'node', ...o },
})

/** About the disk itself, also where the others keep their data in memory: power cuts and processes that are killed. */
const durability = ['tests/api/kernel-{durability,process}.test.ts']
/** Several processes, histories, every call tried by everybody, whole tables: `npm run test:long` runs them. */
const long = [
  'tests/api/{guards,hostile-input,list-inputs,listing-file,sync-killed,sync-limits,uploads-process}.test.ts',
  'tests/api/{import,import-goes-on,import-workbook}.test.ts',
  'tests/api/{accounts-guessing,accounts-hostile,cars-parity,feed-restore,listing-servers,uploads-hostile}.test.ts',
  'tests/chat/{chaos,embedded,sabotage,two-processes}.test.ts',
]

const screenTests = 'tests/unit/screens'
const replacing = readdirSync(screenTests).filter((name) =>
  /vi\.(mock|resetModules)\(/.test(readFileSync(`${screenTests}/${name}`, 'utf8')),
)
/** Screens that replace a module, load one anew or load a part late: each needs modules of its own. */
const apart = [
  `${screenTests}/{local-hooks,profile-edit,shell-addresses,shell-header}.test.tsx`,
  ...replacing.map((name) => `${screenTests}/${name}`),
]
const screens = (name: string, o: object) => ({
  extends: true as const,
  test: {
    name,
    environment: 'happy-dom',
    setupFiles: ['tests/support/no-bugs.ts', 'tests/support/screens.ts'],
    // One Dexie for both, else live queries follow the wrong one.
    server: { deps: { inline: ['dexie-react-hooks'] } },
    ...o,
  },
})

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  resolve: {
    alias: { dexie: fileURLToPath(new URL('node_modules/dexie/dist/modern/dexie.mjs', import.meta.url)) },
  },
  test: {
    // More than cores: one waits for a process or a disk now and then.
    maxWorkers: '150%',
    pool: 'forks',
    // The files of one worker share the modules they load; each test restores what it replaces.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    // A limit ends what hangs; it must never end what is slow because the machine is busy.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    setupFiles: ['tests/support/no-bugs.ts'],
    sequence: { sequencer: LongestFirst },
    tags: [{ name: 'full', description: 'A further history or variant: only `npm run test:full` runs it.' }],
    projects: [
      node('unit', ['tests/*.test.ts', 'tests/unit/{contract,catalogue,local,server,sw}/**/*.test.ts']),
      screens('screens', { include: ['tests/unit/screens/**/*.test.{ts,tsx}'], exclude: apart }),
      screens('screens-apart', { include: apart, isolate: true }),
      node('api', ['tests/{api,chat}/**/*.test.ts'], {
        exclude: [...durability, ...long],
        testTimeout: 120_000,
      }),
      node('api-long', long, { testTimeout: 120_000 }),
      node('durability', durability, {
        testTimeout: 240_000,
        env: { TMPDIR: process.env['DISK_FOLDER'] ?? tmpdir() },
      }),
      node('firestore', hasFirestore ? ['tests/firestore/*.test.ts'] : ['tests/firestore/absent/*.test.ts'], {
        globalSetup: ['tests/firestore/start-emulator.ts'],
        // One test tries some hundred rules files, one after another.
        testTimeout: 240_000,
      }),
      node('engine', ['tests/engine/**/*.test.ts'], { testTimeout: 600_000 }),
      node('model', ['tests/model/**/*.test.ts'], { testTimeout: 300_000 }),
      node('e2e', ['tests/{e2e,chaos}/**/*.test.ts'], {
        exclude: hasFirestore ? [] : ['tests/e2e/firestore/**'],
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
