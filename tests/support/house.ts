/** The plan of the house: which room may walk into which. One table, one direction. */
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
    // HTML is read with parse5 where there is no browser.
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
      // A step of the build.
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

/** Rooms that one file alone may enter, and only while it runs: what is not asked for is never loaded. */
export const lateVisits: ReadonlyMap<string, string> = new Map([['demo', 'server/main.ts']])

/** A house inside the house: children of these folders do not visit each other, save by the listed visits. */
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

/** Rooms inside a room, from the ground up: each imports only those before it. The files beside them are doors and import any. */
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
/** Where exports of other rooms are put together: for the door of screens, and for a file that is loaded as one. */
export const handsOn = /^src\/local\/(react\/|outbox-service\/send-round\.ts$)/

/** Doors that may be opened from outside, file by file. */
export const doors: Record<string, RegExp> = {
  catalogue: /^catalogue\/index\.ts$/,
  demo: /^demo\/index\.ts$/,
  'src/local': /^src\/local\/(index|react|worker)\.ts$/,
  'src/features': /^src\/features\/[^/]+\/index\.ts$/,
}

/** Narrow passages inside a room. */
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

/** Lines a file may have. */
export const tallest = 300
/** Lines a test file may have. */
export const tallestTest = 500
/** Entries of a folder and imports of a file from which on the test warns: nobody makes a file for a number. */
export const widest = 20
export const mostImports = 15
/** Tables that name everything there is, doors, and roots where parts are put together: they import as much as there is. */
export const tables =
  /^(src\/app\/routes|src\/local\/react|catalogue\/index|server\/app|server\/web\/web-routes|contract\/index)\.ts$/
/** Words of failure are a language of all rooms, not a visit: whoever names what may fail must not pay for it. */
export const uncounted = /^(contract\/values\/expected|src\/local\/database\/failures)\.ts$/
export const drawers = /\/(utils?|helpers?|common|shared|misc|lib)(\/|\.)/
