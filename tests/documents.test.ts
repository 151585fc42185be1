import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')
const tops = ['src', 'sw', 'server', 'demo', 'contract', 'catalogue', 'tests', 'bench', 'scripts', 'docs']
const all = [
  ...tops.flatMap((top) =>
    readdirSync(top, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`),
  ),
  ...readdirSync('.').filter((name) => /\.(md|ts|html|rules)$/.test(name)),
]
const texts = all
  .filter((file) => /\.(tsx?|mjs|md|sql|css|html|rules)$/.test(file))
  .map((file) => ({
    file,
    text: file === 'tests/documents.test.ts' ? '' : read(file),
  }))
const documents = texts.filter(({ file }) => file.endsWith('.md'))

const listed = (file: string, pattern: RegExp) =>
  new Set([...read(file).matchAll(pattern)].map(([, id]) => id ?? ''))
const requirements = listed('docs/requirements.md', /^- \*\*(R-[A-Z]+-\d\d)\*\* \S/gm)
const failures = listed('docs/failure-scenarios.md', /^\| (S\d\d) \| \S/gm)
const laws = listed('src/local/README.md', /^\| (I\d+) \| \S/gm)
const known = new Set([...requirements, ...failures, ...laws])

/** Returns the ids that a comment or title mentions; S, I and C with a number also occur inside other words. */
const mentioned = (text: string): string[] => [
  ...(text.match(/\bR-[A-Z]+-\d+\b/g) ?? []),
  ...[...text.matchAll(/(?<=[[(' |–])(S\d\d|I\d\d?|C[0-2]\d)(?=[\])' |,.;:–])/g)].map(([id]) => id),
]
/** Car models that look like ids. */
const names = new Set(['S60', 'S80', 'S90'])

/** Returns every match of `find` in `texts`, as "file: match". */
const objections = (find: (text: string, file: string) => string[], among = texts): string[] =>
  among.flatMap(({ file, text }) => find(text, file).map((what) => `${file}: ${what}`))

test('The documents list every requirement, failure scenario and law once', () => {
  expect(requirements.size).toBe(646)
  expect(failures).toEqual(
    new Set(Array.from({ length: 58 }, (_, n) => `S${String(n + 1).padStart(2, '0')}`)),
  )
  expect(laws.size).toBeGreaterThanOrEqual(22)
})

test('Every id in code, tests and documents is explained in the documents', () => {
  const unknown = (text: string) => mentioned(text).filter((id) => !known.has(id) && !names.has(id))
  expect(unknown(`test('A [R-NAV-${99} S59 I1]')`)).toEqual([`R-NAV-${99}`, 'S59'])
  expect(unknown('/** Sent once (C11). */')).toEqual(['C11'])
  expect(objections(unknown)).toEqual([])
})

test('No text refers to a document that is not in the repository', () => {
  const there = (path: string, file: string) =>
    existsSync(path) || existsSync(normalize(join(dirname(file), path)))
  const absent = (text: string, file: string) => [
    ...(text.match(/[\w./-]+\.md\b/g) ?? []).filter((path) => !there(path, file)),
    // "SYNC 4.8", "DESIGN § 3", "(fact 8)": chapters of a text that is not in the repository.
    ...(text.match(/\b(?!WCAG)[A-Z]{4,} (?:(?:§ ?|fact )\d+|R\d|\d\.\d+[a-z]?)\b(?!\.)/g) ?? []),
    ...(text.match(/\(fact \d+\)/g) ?? []),
  ]
  expect(absent('see SYNC 4.8, (fact 8) and CHAT.md', 'src/a.ts')).toHaveLength(3)
  expect(objections(absent)).toEqual([])
})

test('Every link and path in a document leads to an existing file and heading', () => {
  const anchor = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-')
  const lost = (text: string, file: string) => [
    ...[...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, path, part]) => {
        const target = path ? normalize(join(dirname(file), path)) : file
        if (!existsSync(target)) return true
        const headings = part ? [...read(target).matchAll(/^#+ (.+)$/gm)] : []
        return part !== undefined && !headings.some(([, heading]) => anchor(heading ?? '') === part)
      })
      .map(([link]) => link),
    ...[
      ...text.matchAll(
        /(?<![\w./-])((?:src|sw|server|contract|catalogue|tests|bench|scripts|docs)\/[\w./-]+)(?![\w*<{…])/g,
      ),
    ]
      .map(([, path = '']) => path.replace(/[./]$/, ''))
      .filter(
        (path) => !existsSync(path) && !existsSync(`${path}.test.ts`) && !existsSync(`${path}.test.tsx`),
      ),
  ]
  expect(lost('[a](b.md) [c](#d) `src/e.ts`', 'README.md')).toHaveLength(3)
  expect(objections(lost, documents)).toEqual([])
})

/**
 * Returns the false statements of a guide. A guide names a file, then code of that file: everything set as code up to the next
 * file name must occur in the file. Commands must be scripts of the package.
 */
function untrue(guide: string): string[] {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  let file = ''
  return [...guide.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)].flatMap(
    ([, span = '']) => {
      const script = /^npm run ([\w:]+)/.exec(span)?.[1]
      if (script !== undefined) return script in scripts ? [] : [span]
      if (span.startsWith('npm ')) return []
      if (/^[\w.-]+\/|\.(md|tsx?|json)$/.test(span)) {
        file = span
        return existsSync(span) ? [] : [span]
      }
      return file !== '' && existsSync(file) && read(file).includes(span) ? [] : [`${file}: ${span}`]
    },
  )
}

test('Every file and name that the guide for contributors walks through exists', () => {
  const guide = read('CONTRIBUTING.md')
  expect(untrue('`contract/errors.ts`: `no such name`, then `src/nowhere.ts`')).toHaveLength(2)
  for (const walk of ['Add a field', 'Add a call', 'Add a screen', 'Add a write that may wait'])
    expect(guide).toContain(`## ${walk}`)
  expect([...guide.matchAll(/`[\w-]+\/[^`]+\.tsx?`/g)].length).toBeGreaterThan(25)
  expect(untrue(guide)).toEqual([])
  expect(read('README.md')).toContain('(CONTRIBUTING.md)')
})

test('A decision fits on one page', () => {
  const decisions = documents.filter(({ file }) => file.startsWith('docs/decisions/'))
  expect(decisions.length).toBeGreaterThan(50)
  expect(
    objections((text) => (text.trimEnd().split('\n').length > 60 ? ['too long'] : []), decisions),
  ).toEqual([])
})
