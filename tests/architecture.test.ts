import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import {
  doors,
  drawers,
  mostImports,
  handsOn,
  lateVisits,
  never,
  order,
  rooms,
  siblings,
  tallest,
  tallestTest,
  tables,
  uncounted,
  widest,
} from './support/house.ts'

const pkg = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> }
const tops = ['contract', 'catalogue', 'src', 'sw', 'server', 'demo', 'tests', 'bench', 'scripts']
const isCode = (file: string) => /\.(ts|tsx|mjs)$/.test(file)
const under = (top: string) =>
  existsSync(top) ? readdirSync(top, { recursive: true, encoding: 'utf8' }).map((f) => `${top}/${f}`) : []
const files = tops.flatMap(under).filter(isCode)
const walled = files.filter((file) => !/^(tests|bench|scripts)\//.test(file))
const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').length

const roomNames = Object.keys(rooms).sort((a, b) => b.length - a.length)
const roomOf = (file: string) => roomNames.find((room) => file.startsWith(`${room}/`)) ?? 'outside'

/** Returns the file that a specifier names, or undefined for a package. */
function resolve(specifier: string, from: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  for (const [door, path] of Object.entries(pkg.imports)) {
    const [head = '', tail] = door.split('*')
    if (tail === undefined ? specifier === door : specifier.startsWith(head)) {
      return path.replace('./', '').replace('*', specifier.slice(head.length))
    }
  }
  return undefined
}

/** Returns the imports of a file; `late` is true for dynamic imports. */
function importsOf(file: string): { specifier: string; late: boolean }[] {
  const text = readFileSync(file, 'utf8')
  const { module } = parseSync(file, text)
  const at = (late: boolean, list: readonly string[]) =>
    [...new Set(list)].map((specifier) => ({ specifier, late }))
  return [
    ...at(false, [
      ...module.staticImports.map((i) => i.moduleRequest.value),
      ...module.staticExports.flatMap((e) =>
        e.entries.map((x) => x.moduleRequest?.value ?? '').filter(Boolean),
      ),
    ]),
    // A dynamic import whose specifier is computed names no file.
    ...at(
      true,
      module.dynamicImports
        .map((i) => text.slice(i.moduleRequest.start, i.moduleRequest.end))
        .filter((request) => /^['"`]/.test(request))
        .map((request) => request.slice(1, -1)),
    ),
  ]
}
/** Returns the specifiers from which a file re-exports. */
function exportsFrom(file: string): string[] {
  const { module } = parseSync(file, readFileSync(file, 'utf8'))
  const named = module.staticExports.flatMap((e) => e.entries.map((x) => x.moduleRequest?.value ?? ''))
  return [...new Set(named.filter(Boolean))]
}
const edges = new Map(
  walled.map((file) => [
    file,
    importsOf(file).map((one) => ({ ...one, target: resolve(one.specifier, file) })),
  ]),
)

const packageName = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

function wrongPackage(from: string, specifier: string): boolean {
  const name = specifier.startsWith('node:') ? specifier : packageName(specifier)
  return !rooms[from]?.packages.some((p) => (typeof p === 'string' ? p === name : p.test(name)))
}

/** Returns the reasons why an import breaks the rules of the rooms; empty when it breaks none. */
function objections(file: string, specifier: string, target: string | undefined, late = false): string[] {
  const from = roomOf(file)
  const why: string[] = never.filter((n) => n.in.test(file) && n.the.test(specifier)).map((n) => n.because)
  if (target === undefined) {
    if (wrongPackage(from, specifier)) why.push(`package not on the list of ${from}`)
    return why
  }
  if (/\.(css|sql)$/.test(target)) return why
  const to = roomOf(target)
  if (to !== from) {
    const isVisit = late && lateVisits.get(to) === file
    if (!isVisit && !rooms[from]?.enter.includes(to)) why.push(`${from} may not enter ${to}`)
    if (doors[to] && !doors[to].test(target)) why.push(`${to} is entered by its door`)
    return why
  }
  const child = (path: string) =>
    path
      .slice(from.length + 1)
      .split('/')
      .slice(0, -1)[0] ?? ''
  const floors = order[from]
  if (floors && child(file) !== '') {
    const [own, other] = [floors.indexOf(child(file)), floors.indexOf(child(target))]
    if (own < 0) why.push(`${child(file)} has no place in the order of ${from}`)
    else if (other < 0 || other > own) why.push(`${child(file)} is below ${child(target) || 'the doors'}`)
  }
  const visits = siblings[from]
  if (visits) {
    const [a, b] = [child(file), child(target)]
    if (a !== '' && a !== b && !visits.includes(`${a} -> ${b}`) && !visits.includes(`* -> ${b}`)) {
      why.push(`${a} does not visit ${b || 'the hall'}`)
    }
  }
  return why
}

function complaints(): string[] {
  return [...edges].flatMap(([file, list]) =>
    list.flatMap(({ specifier, target, late }) =>
      objections(file, specifier, target, late).map((why) => `${file} -> ${specifier}: ${why}`),
    ),
  )
}

function circles(): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const path: string[] = []
  const walk = (file: string) => {
    if (path.includes(file)) {
      found.push([...path.slice(path.indexOf(file)), file].join(' -> '))
      return
    }
    if (done.has(file)) return
    path.push(file)
    for (const { target } of edges.get(file) ?? []) if (target) walk(target)
    path.pop()
    done.add(file)
  }
  walled.forEach(walk)
  return found
}

test('Every import follows the plan of the house', () => expect(complaints()).toEqual([]))
test('No room of the core hands on what another room exports', () => {
  const handedOn = walled
    .filter((file) => roomOf(file) === 'src/local' && file.split('/').length > 3 && !handsOn.test(file))
    .flatMap((file) => exportsFrom(file).map((specifier) => `${file} -> ${specifier}`))
  expect(handedOn.filter((line) => /-> (\.\.\/)+\w+\//.test(line))).toEqual([])
})
test('No import leads in a circle', () => expect(circles()).toEqual([]))
/** Returns the tables of a file that are plain objects with arbitrary text as keys: they also answer to "constructor" and
 * "__proto__". */
function openTables(file: string): string[] {
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  return program.body
    .map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
    .flatMap((node) => (node?.type === 'VariableDeclaration' ? node.declarations : []))
    .flatMap(({ id }) => {
      const typed = id.typeAnnotation ?? undefined
      const text = typed ? readFileSync(file, 'utf8').slice(typed.start, typed.end) : ''
      return id.type === 'Identifier' && /^:\s*(Readonly<)?(Partial<)?Record<string\b/.test(text)
        ? [id.name]
        : []
    })
}
test('A table for lookups by any text is a Map, never a plain object', () => {
  expect(walled.flatMap((file) => openTables(file).map((name) => `${file}: ${name}`))).toEqual([])
})

/** Returns the names of the types, interfaces and classes that a file declares and exports. */
function exportedTypes(file: string): string[] {
  const declarations = parseSync(file, readFileSync(file, 'utf8')).program.body.flatMap((node) =>
    node.type === 'ExportNamedDeclaration' && node.declaration ? [node.declaration] : [],
  )
  return declarations.flatMap((declared) =>
    declared.type === 'TSInterfaceDeclaration' ||
    declared.type === 'TSTypeAliasDeclaration' ||
    declared.type === 'ClassDeclaration'
      ? (declared.id?.name ?? [])
      : [],
  )
}
test('No two files export a type of the same name', () => {
  const declaredIn = new Map<string, string[]>()
  for (const file of walled.filter((one) => !one.startsWith('demo/'))) {
    for (const name of exportedTypes(file)) declaredIn.set(name, [...(declaredIn.get(name) ?? []), file])
  }
  expect(declaredIn.size).toBeGreaterThan(500)
  expect([...declaredIn].filter(([, places]) => new Set(places).size > 1)).toEqual([])
})

test('Every import leads to a file', () => {
  const lost = [...edges].flatMap(([file, list]) =>
    list
      .filter(({ target }) => target !== undefined && !existsSync(target))
      .map((i) => `${file} -> ${i.specifier}`),
  )
  expect(lost).toEqual([])
})
test('Files are of human size', () => {
  const tall = files.filter((file) => linesOf(file) > (file.startsWith('tests/') ? tallestTest : tallest))
  expect(tall).toEqual([])
})
test('Files with many imports and folders with many entries are named in a warning', () => {
  const counted = (list: { target: string | undefined }[]) =>
    list.filter(({ target }) => target === undefined || !uncounted.test(target)).length
  const busy = [...edges]
    .filter(([file, list]) => !tables.test(file) && counted(list) > mostImports)
    .map(([file]) => file)
  const folders = new Map<string, number>()
  for (const entry of new Set(
    walled.flatMap((f) => f.split('/').map((_, i, all) => all.slice(0, i + 1).join('/'))),
  )) {
    folders.set(dirname(entry), (folders.get(dirname(entry)) ?? 0) + 1)
  }
  const wide = [...folders]
    .filter(([folder, count]) => folder !== '.' && count > widest)
    .map(([folder]) => folder)
  for (const [what, found] of Object.entries({ busy, wide })) {
    if (found.length > 0) console.warn(`${what}: ${found.join(', ')}`)
  }
  expect(edges.size).toBe(walled.length)
})
test('There is no drawer for things without a place', () => {
  expect(files.filter((file) => drawers.test(file))).toEqual([])
})
test('Nobody silences the checks', () => {
  const silenced = files.filter((file) =>
    /@ts-(ignore|nocheck|expect-error)|(ox|es)lint-disable|\b(test|it|describe)\.(skip|todo|only)\b/.test(
      readFileSync(file, 'utf8').replaceAll(/\/@ts-.*\//g, ''),
    ),
  )
  expect(silenced.filter((file) => file !== 'tests/architecture.test.ts')).toEqual([])
})
test.each([
  ['src/features/saved/a.ts', '../browse/b.ts', 'src/features/browse/b.ts'],
  ['src/features/saved/a.ts', '../browse/index.ts', 'src/features/browse/index.ts'],
  ['src/features/saved/a.ts', '#local', 'src/local/index.ts'],
  ['src/parts/a.tsx', '../features/browse/index.ts', 'src/features/browse/index.ts'],
  ['src/ui/a.tsx', '#contract/cars.ts', 'contract/cars.ts'],
  ['src/ui/a.tsx', 'wouter', undefined],
  ['src/app/a.tsx', '../local/outbox/put.ts', 'src/local/outbox/put.ts'],
  ['src/local/outbox/a.ts', 'dexie', undefined],
  ['src/local/cache/a.ts', 'dexie', undefined],
  ['src/local/sync/a.ts', 'react', undefined],
  ['src/local/database/a.ts', '../outbox/b.ts', 'src/local/outbox/b.ts'],
  ['src/local/cache/a.ts', '../saved-cars/b.ts', 'src/local/saved-cars/b.ts'],
  ['src/local/chat/a.ts', '../ad-drafts/b.ts', 'src/local/ad-drafts/b.ts'],
  ['src/local/partitions/a.ts', '../outbox-service/b.ts', 'src/local/outbox-service/b.ts'],
  ['src/local/catalogue-replica/a.ts', '../saved-cars/b.ts', 'src/local/saved-cars/b.ts'],
  ['src/local/saved-cars/a.ts', '../storage-quota/b.ts', 'src/local/storage-quota/b.ts'],
  ['src/local/views/a.ts', '../bootstrap/app.ts', 'src/local/bootstrap/app.ts'],
  ['src/local/platform/a.ts', '../catalogue-replica/b.ts', 'src/local/catalogue-replica/b.ts'],
  ['src/local/sync/a.ts', '../index.ts', 'src/local/index.ts'],
  ['src/local/drawer/a.ts', '../cache/b.ts', 'src/local/cache/b.ts'],
  ['sw/a.ts', '#local/react', 'src/local/react.ts'],
  ['sw/a.ts', '../server/app.ts', 'server/app.ts'],
  ['contract/a.ts', 'node:fs', undefined],
  ['catalogue/a.ts', '../server/app.ts', 'server/app.ts'],
  ['server/cars/a.ts', '../enquiries/b.ts', 'server/enquiries/b.ts'],
  ['server/cars/a.ts', 'pg', undefined],
  ['server/a.ts', '../src/main.tsx', 'src/main.tsx'],
  ['server/main.ts', '#demo', 'demo/index.ts'],
  ['server/cli/a.ts', '../../demo/seed.ts', 'demo/seed.ts'],
  ['catalogue/a.ts', '../demo/random.ts', 'demo/random.ts'],
  ['src/app/a.tsx', '#demo', 'demo/index.ts'],
  ['sw/a.ts', '#demo', 'demo/index.ts'],
  ['demo/a.ts', 'pg', undefined],
  ['demo/a.ts', '../src/ui/b.tsx', 'src/ui/b.tsx'],
])('The plan refuses that %s imports %s', (file, specifier, target) => {
  expect(objections(file, specifier, target)).not.toEqual([])
})
test('Only the server’s start loads the demo, late and through its entry module', () => {
  const why = (file: string, target: string) => objections(file, '#demo', target, true)
  expect(why('server/main.ts', 'demo/index.ts')).toEqual([])
  expect(why('server/app.ts', 'demo/index.ts')).toEqual(['server may not enter demo'])
  expect(why('server/main.ts', 'demo/seed.ts')).toEqual(['demo is entered by its door'])
  const late = [...edges].flatMap(([file, list]) =>
    list.filter(({ specifier, late }) => late && specifier === '#demo').map(() => file),
  )
  expect(late).toEqual(['server/main.ts'])
})
test('The plan sees every file', () => expect(walled.length).toBeGreaterThan(80))
