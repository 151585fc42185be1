import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')
const filesOf = (...folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`),
  )
const shipped = filesOf('src', 'sw').filter((file) => /\.(tsx?|jsx?|mjs)$/.test(file))
const imports = (files: string[], name: string) =>
  files.filter((file) => new RegExp(`(from|import\\(?) ?['"]${name}(/[^'"]*)?['"]`).test(read(file)))
const pkg = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

test('The app and its worker are TypeScript with React, checked strictly [R-PWA-02]', () => {
  expect(shipped.filter((file) => !/\.tsx?$/.test(file))).toEqual([])
  expect(JSON.parse(read('tsconfig.json'))).toMatchObject({ compilerOptions: { strict: true } })
  expect(imports(shipped, 'react').length).toBeGreaterThan(20)
})

test.each(['react', 'react-dom', 'wouter', '@headlessui/react', 'react-hook-form', 'zod'])(
  'What people see is built with %s [R-PWA-03]',
  (name) => {
    expect(pkg.dependencies).toHaveProperty([name])
    expect(imports(shipped, name)).not.toEqual([])
  },
)

test.each(['dexie', 'dexie-react-hooks', '@tanstack/react-query', 'firebase', '@uppy/core'])(
  'What people have on their phone is kept, read and sent with %s [R-PWA-04]',
  (name) => {
    expect(pkg.dependencies).toHaveProperty([name])
    expect(imports(shipped, name)).not.toEqual([])
  },
)

test('Every package of the card is imported by what is shipped, built or tested [R-PWA-08]', () => {
  const card = `react react-dom wouter @headlessui/react react-hook-form zod dexie dexie-react-hooks
    @tanstack/react-query firebase @uppy/core vite vite-plugin-pwa workbox-window vitest fake-indexeddb`
  const code = [...shipped, 'vite.config.ts', ...filesOf('tests').filter((file) => /\.tsx?$/.test(file))]
  const named = { ...pkg.dependencies, ...pkg.devDependencies }
  const absent = card.split(/\s+/).filter((name) => !(name in named) || imports(code, name).length === 0)
  expect(absent).toEqual([])
})

test('Each form of react-hook-form has a resolver that checks it [R-PWA-14]', () => {
  const forms = shipped.filter((file) => /\buseForm(<[^>]*>)?\(/.test(read(file)))
  expect(forms.length).toBeGreaterThan(4)
  expect(forms.filter((file) => !/\bresolver\b/.test(read(file)))).toEqual([])
})

test('Headless UI and Uppy are dependencies under their real npm names, as documented [R-PWA-07]', () => {
  const { dependencies } = pkg
  expect(dependencies['@headlessui/react']).toBe('2.2.10')
  expect(Object.keys(dependencies).filter((name) => /^(uppy|@uppy\/.+)$/.test(name))).not.toEqual([])
  expect({ ...dependencies, ...pkg.devDependencies }).not.toHaveProperty('headlessui')
  expect(imports(shipped, '@uppy/core')).not.toEqual([])
  expect(read('README.md')).toContain('Headless UI (`@headlessui/react`)')
  expect(read('README.md')).toContain('Uppy (`@uppy/core`)')
})

test('The build is Vite with vite-plugin-pwa, and workbox-window registers the worker [R-PWA-05]', () => {
  expect(imports(['vite.config.ts'], 'vite')).not.toEqual([])
  expect(imports(['vite.config.ts'], 'vite-plugin-pwa')).not.toEqual([])
  expect(imports(shipped, 'workbox-window')).not.toEqual([])
})

test('The service worker is written in sw/ and built by vite-plugin-pwa [R-PWA-15]', () => {
  const config = read('vite.config.ts')
  expect(config).toMatch(/VitePWA\(\{\s*strategies: 'injectManifest',\s*srcDir: 'sw',\s*filename: 'sw\.ts'/)
  expect(read('sw/sw.ts')).toContain('__WB_MANIFEST')
})

test('Stores are tested with vitest and fake-indexeddb [R-PWA-06]', () => {
  const tests = filesOf('tests').filter((file) => /\.tsx?$/.test(file))
  expect(imports(tests, 'vitest').length).toBeGreaterThan(20)
  expect(imports(tests, 'fake-indexeddb')).not.toEqual([])
})

test.each(['package.json', 'tsconfig.json', 'vite.config.ts', 'src', 'public', 'sw', 'tests', 'README.md'])(
  'A newcomer finds %s at the top [R-PWA-09]',
  (name) => {
    expect(existsSync(name)).toBe(true)
  },
)

test('The server and shared contract have their own folders, as the README says [R-PWA-10]', () => {
  for (const room of ['server', 'contract', 'catalogue']) {
    expect(filesOf(room).some((file) => file.endsWith('.ts'))).toBe(true)
    expect(read('README.md')).toContain(`${room}/`)
  }
  const both = [imports(shipped, '#contract'), imports(filesOf('server'), '#contract')]
  for (const side of both) expect(side).not.toEqual([])
})

test('Property tests run the same examples every time unless other seeds are requested', () => {
  const files = filesOf('tests').filter((file) => /\.tsx?$/.test(file))
  expect(imports(files, 'fast-check')).toEqual(['tests/support/property.ts'])
})

test('The server gets the same options of Node from every command that starts it', () => {
  const [, options = ''] = /^node (--.*) dist\/server\/main\.js$/.exec(pkg.scripts['serve'] ?? '') ?? []
  const asList = options.split(' ').map((option) => `'${option}'`)
  expect(read('scripts/project.mjs')).toContain(`nodeOptions = [${asList.join(', ')}]`)
  expect(read('scripts/start.mjs')).toContain('...nodeOptions')
})

test('Every setting the server reads is described in .env.example', () => {
  const named = new Set(
    [...read('server/kernel/config.ts').matchAll(/\b([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*): /g)].map((m) => m[1]),
  )
  const example = read('.env.example')
  expect(named.size).toBeGreaterThan(8)
  expect([...named].filter((name) => !example.includes(`${name}=`))).toEqual([])
})

test('Nothing in the project knows this machine or speaks of how it was made', () => {
  const files = [
    ...filesOf('src', 'sw', 'server', 'demo', 'contract', 'catalogue', 'tests', 'scripts', 'bench', 'docs'),
    'README.md',
    'CHANGELOG.md',
    '.env.example',
    'package.json',
  ].filter((file) => /\.(tsx?|mjs|md|json|sql|css|example)$/.test(file) && !file.endsWith('project.test.ts'))
  const tells = /\/work\/|\/shared\/|\b(TODO|FIXME|XXX)\b|\bissue #?\d+\b/
  expect(files.filter((file) => tells.test(read(file)))).toEqual([])
})

const mostWords = 14
/** Returns the test titles of a file as written, without the ids in brackets. */
function titlesOf(file: string): string[] {
  const text = read(file)
  const titles: string[] = []
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      const caller = text.slice(callee.start, callee.end)
      if (!/^(test|it)\b/.test(caller) || !title) return
      const isText =
        title.type === 'TemplateLiteral' || (title.type === 'Literal' && typeof title.value === 'string')
      if (isText)
        titles.push(
          text
            .slice(title.start + 1, title.end - 1)
            .replaceAll(/\[[^\]]*\]/g, '')
            .trim(),
        )
    },
  }).visit(parseSync(file, text).program)
  return titles
}
test('A test says in at most fourteen words what can be relied on', () => {
  const titles = filesOf('tests')
    .filter((file) => /\.test\.tsx?$/.test(file))
    .flatMap(titlesOf)
  expect(titles.length).toBeGreaterThan(3000)
  expect(titles.filter((title) => title.split(/\s+/).length > mostWords)).toEqual([])
})
