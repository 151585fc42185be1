/** Import rules between rooms: `enter` names the rooms that a room may import. Imports have one direction. */
export interface Room {
  enter: string[]
  packages: (string | RegExp)[]
}

export const rooms: Record<string, Room> = {
  contract: { enter: [], packages: ['zod'] },
  catalogue: { enter: ['contract'], packages: [] },
  'src/ui': { enter: [], packages: ['react', 'react-dom', '@headlessui/react', '@tabler/icons-react'] },
  'src/local': {
    enter: ['contract', 'catalogue'],
    packages: ['dexie', 'dexie-react-hooks', 'react', '@tanstack/react-query', 'zod', 'firebase'],
  },
  'src/parts': {
    enter: ['contract', 'catalogue', 'src/local', 'src/ui'],
    packages: ['react', 'wouter', '@tabler/icons-react', 'react-hook-form', '@hookform/resolvers', 'zod'],
  },
  'src/features': {
    enter: ['contract', 'catalogue', 'src/local', 'src/ui', 'src/parts'],
    packages: [
      'react',
      'wouter',
      '@tabler/icons-react',
      '@headlessui/react',
      'react-hook-form',
      '@hookform/resolvers',
      '@uppy/core',
      'uqr',
      'zod',
    ],
  },
  'src/app': {
    enter: ['contract', 'catalogue', 'src/local', 'src/ui', 'src/parts', 'src/features'],
    packages: ['react', 'wouter', '@tabler/icons-react', 'workbox-window'],
  },
  src: {
    enter: ['contract', 'src/app', 'src/local', 'src/parts', 'src/ui'],
    // parse5 parses HTML outside of browsers.
    packages: ['react', 'react-dom', 'zod', 'parse5'],
  },
  sw: { enter: ['contract', 'src/local'], packages: [] },
  server: {
    enter: ['contract', 'catalogue'],
    packages: [
      /^node:/,
      /^@fastify\//,
      '@aws-sdk/client-s3',
      '@electric-sql/pglite',
      '@node-rs/argon2',
      '@tus/file-store',
      '@tus/server',
      'csv-parse',
      'fastify',
      'helmet',
      'jose',
      'nodemailer',
      'opentype.js',
      'otpauth',
      'pg',
      // A build step uses this package.
      'postcss',
      'prom-client',
      'sanitize-html',
      'sax',
      'sharp',
      'yauzl',
      'zod',
    ],
  },
  demo: { enter: ['contract', 'catalogue', 'server'], packages: [/^node:/, 'fastify', 'zod'] },
}

/** Rooms that only one file may import, and only dynamically, so that they are loaded on demand. */
export const lateVisits: ReadonlyMap<string, string> = new Map([['demo', 'server/main.ts']])

/** Rules between the children of these folders: they may not import each other, except for the listed pairs. */
export const siblings: Record<string, string[]> = {
  'src/features': [],
  server: [
    '* -> kernel',
    'admin -> blogs',
    'admin -> cars',
    'admin -> enquiries',
    'admin -> orders',
    'admin -> pictures',
    'admin -> reference',
    'admin -> users',
    'blogs -> integrations',
    'blogs -> pictures',
    'cars -> integrations',
    'cars -> reference',
    'cars -> pictures',
    'cars -> users',
    'admin -> chat',
    'chat -> cars',
    'chat -> integrations',
    'chat -> pictures',
    'chat -> reference',
    'chat -> users',
    'web -> chat',
    'cli -> admin',
    'cli -> blogs',
    'cli -> cars',
    'cli -> enquiries',
    'cli -> import',
    'cli -> users',
    'enquiries -> cars',
    'enquiries -> integrations',
    'enquiries -> reference',
    'enquiries -> users',
    'import -> cars',
    'import -> reference',
    'import -> users',
    'orders -> cars',
    'orders -> integrations',
    'orders -> pictures',
    'orders -> reference',
    'orders -> users',
    'users -> pictures',
    'users -> reference',
    'web -> blogs',
    'web -> cars',
    'web -> users',
    'web -> pictures',
    'web -> reference',
  ],
}

/** Layers of a room, from the lowest: each imports only earlier ones. The files beside them are doors and import any. */
export const order: Record<string, string[]> = {
  'src/local': [
    'platform',
    'database',
    'transport',
    'outbox',
    'session',
    'cache',
    'upload',
    'sync',
    'diagnostics',
    'partitions',
    'outbox-service',
    'chat',
    'catalogue-replica',
    'saved-cars',
    'storage-quota',
    'ad-drafts',
    'bootstrap',
    'react',
  ],
}
/** Files that re-export from other rooms: for the door of screens, and for a file that is loaded as one chunk. */
export const handsOn = /^src\/local\/(react\/|outbox-service\/send-round\.ts$)/

/** Doors: the files that other rooms may import. */
export const doors: Record<string, RegExp> = {
  catalogue: /^catalogue\/index\.ts$/,
  demo: /^demo\/index\.ts$/,
  'src/local': /^src\/local\/(index|react|worker)\.ts$/,
  'src/features': /^src\/features\/[^/]+\/index\.ts$/,
}

/** Imports that are forbidden inside a room. */
export const never = [
  {
    in: /^src\/local\/(?!react(\.ts|\/))/,
    the: /^react|^@tanstack/,
    because: 'the core also runs in the worker',
  },
  {
    in: /^src\/local\/(?!database\/|react(\.ts|\/))/,
    the: /^dexie/,
    because: 'only local/database opens IndexedDB',
  },
  {
    in: /^src\/local\/(?!chat\/firestore\/)/,
    the: /^firebase/,
    because: 'Firestore is loaded where it is configured only',
  },
  { in: /^src\/local\/outbox\//, the: /^(dexie|react|zod|@tanstack)/, because: 'the outbox is pure' },
  { in: /^src\/local\/transport\//, the: /^\.\.\/(?!clock)/, because: 'transport is handed what it needs' },
  { in: /^src\/local\/database\//, the: /^\.\.\//, because: 'the database knows no one' },
  { in: /^sw\//, the: /^#local(\/react)?$/, because: 'the worker enters the core by its own small door' },
  { in: /^src\/features\//, the: /^#local$/, because: 'screens use #local/react' },
  {
    in: /^server\/(?!kernel\/|main)/,
    the: /^(pg|@electric-sql)/,
    because: 'only the kernel opens the database',
  },
]

/** Maximum lines of a file. */
export const tallest = 300
/** Maximum lines of a test file. */
export const tallestTest = 500
/**
 * Numbers of folder entries and of imports per file above which the test warns. It only warns, so that no file is made for a
 * number.
 */
export const widest = 20
export const mostImports = 15
/** Complete tables, doors and composition roots, which may have any number of imports. */
export const tables =
  /^(src\/app\/routes|src\/local\/react|catalogue\/index|server\/app|server\/web\/web-routes|contract\/index)\.ts$/
/** Modules about failures, whose imports are not counted: all rooms need them to name expected failures. */
export const uncounted = /^(contract\/values\/expected|src\/local\/database\/failures)\.ts$/
export const drawers = /\/(utils?|helpers?|common|shared|misc|lib)(\/|\.)/
