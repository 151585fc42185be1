import type { Plugin } from 'vite'

const iconFile = /\/@tabler\/icons-react\/dist\/esm\/icons\/Icon\w+\.mjs$/
const iconParts = /__iconNode = (\[.*\]);\nconst (\w+) = createReactComponent\("(outline|filled)"/
const componentModule = 'virtual:icon-component'

/** Code of the two components; the class `outline-icon` is in `src/ui/theme/base.css`. */
const component = `import { createElement } from 'react'
export const outlineIcon = (d) => ({ size = 24, stroke = 2, className, ...rest }) =>
  createElement('svg', {
    width: size,
    height: size,
    viewBox: '0 0 24 24',
    strokeWidth: stroke,
    className: className ? 'outline-icon ' + className : 'outline-icon',
    ...rest,
  }, createElement('path', { d }))
export const filledIcon = (d) => ({ size = 24, stroke, ...rest }) =>
  createElement('svg', { width: size, height: size, viewBox: '0 0 24 24', fill: 'currentColor', ...rest }, createElement('path', { d }))
`

type IconNode = [tag: string, attributes: Record<string, string>]

/** Returns the code of the same icon with all its lines in one path; undefined where that is impossible. */
export function onePathIcon(code: string): string | undefined {
  const [, json = '[]', name, look] = iconParts.exec(code) ?? []
  const nodes = JSON.parse(json) as IconNode[]
  const isPlain = ([tag, attributes]: IconNode) =>
    tag === 'path' &&
    attributes['d']?.startsWith('M') === true &&
    Object.keys(attributes).every((name) => name === 'd' || name === 'key')
  // Areas in one path may cut holes into each other.
  if (name === undefined || !nodes.every(isPlain) || (look === 'filled' && nodes.length > 1)) return undefined
  const path = JSON.stringify(nodes.map(([, attributes]) => attributes['d']).join(''))
  return `import { ${look}Icon } from '${componentModule}'\nconst ${name} = ${look}Icon(${path})\nexport { ${name} as default }\n`
}

/**
 * Plugin that draws icons of @tabler/icons-react with two elements and few attributes: a page has a hundred icons, which a
 * phone reads, styles and paints before it shows anything. Both builds of the app use it, else hydration would find other
 * elements than the server drew.
 */
export const onePathIcons: Plugin = {
  name: 'one-path-icons',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === componentModule ? `\0${componentModule}` : undefined),
  load: (id) => (id === `\0${componentModule}` ? { code: component, moduleSideEffects: false } : undefined),
  transform: {
    filter: { id: iconFile },
    handler: (code) => {
      const joined = onePathIcon(code)
      return joined === undefined ? undefined : { code: joined, map: null }
    },
  },
}
