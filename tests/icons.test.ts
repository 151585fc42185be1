import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { onePathIcon } from '../scripts/one-path-icons.ts'

const folder = 'node_modules/@tabler/icons-react/dist/esm/icons'
const sourceOf = (name: string) => readFileSync(`${folder}/${name}.mjs`, 'utf8')
const linesOf = (code: string) => [...code.matchAll(/"d": "([^"]*)"/g)].map(([, d]) => d)
const namesOf = (code: string) =>
  [...code.matchAll(/import \{([^}]*)\} from '@tabler\/icons-react'/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/\bIcon\w+/g)].map(([name]) => name),
  )
const screens = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.tsx'),
)
const used = [...new Set(screens.flatMap((file) => namesOf(readFileSync(`src/${file}`, 'utf8'))))]

test('A built icon of the app draws all lines it has in one path', () => {
  expect(used.length).toBeGreaterThan(100)
  const outlines = used.filter((name) => !name.endsWith('Filled'))
  const built = outlines.map((name) => [
    name,
    /outlineIcon\("(.*)"\)/.exec(onePathIcon(sourceOf(name)) ?? '')?.[1],
  ])
  expect(built).toEqual(outlines.map((name) => [name, linesOf(sourceOf(name)).join('')]))
})

test.each([
  ['IconBellFilled', 'its areas are two'],
  ['IconAppWindowBottom', 'one of its lines is filled'],
  ['IconAccessible', 'one of its lines is drawn otherwise'],
])('%s stays as it is, for %s', (name) => {
  expect(linesOf(sourceOf(name)).length).toBeGreaterThan(1)
  expect(onePathIcon(sourceOf(name))).toBeUndefined()
})

test('A filled icon of one area stays filled when it is built', () => {
  const [area] = linesOf(sourceOf('IconHeartFilled'))
  expect(onePathIcon(sourceOf('IconHeartFilled'))).toContain(`IconHeartFilled = filledIcon("${area}")`)
})
