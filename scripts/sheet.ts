import { type AtRule, type ChildNode, parse } from 'postcss'

/** Returns whether a rule is a font that is fetched; fonts of the phone itself stay with the other styles. */
const isFetched = (rule: AtRule) => rule.name === 'font-face' && /url\(/.test(rule.toString())
/**
 * Returns whether a rule has the initial values of registered properties, for browsers that register none. It belongs to the
 * rules of classes.
 */
const isForOldBrowsers = (rule: AtRule) => rule.name === 'layer' && rule.params === 'properties'
const withClass = /\.[\w\\-]/

/**
 * Splits the sheet of the app. Rules without a class are the ground, which every drawn document contains: if the ground were
 * added again, the browser would lay out the whole page again. Rules of classes load later in a drawn document, and fonts
 * with its next screen.
 */
export function splitSheet(sheet: string): { ground: string; classes: string; fonts: string } {
  const fonts: string[] = []
  type Parts = readonly [ground: string, classes: string]
  const together = (parts: readonly Parts[]): Parts => [
    parts.map(([ground]) => ground).join(''),
    parts.map(([, classes]) => classes).join(''),
  ]
  const of = (node: ChildNode): Parts => {
    const text = node.toString()
    if (node.type === 'rule') return withClass.test(node.selector) ? ['', text] : [text, '']
    if (node.type !== 'atrule') return ['', '']
    if (isFetched(node) || (node.name === 'layer' && node.params === 'fonts')) {
      fonts.push(text)
      return ['', '']
    }
    if (node.name === 'keyframes' || isForOldBrowsers(node)) return ['', text]
    if (!node.nodes) return [`${text};`, '']
    if (node.name === 'property' || node.name === 'font-face') return [text, '']
    const [ground, classes] = together(node.nodes.map(of))
    const around = (inside: string) => (inside === '' ? '' : `@${node.name} ${node.params}{${inside}}`)
    return [around(ground), around(classes)]
  }
  const { nodes } = parse(sheet)
  const layers = nodes.flatMap((node) =>
    node.type === 'atrule' && node.name === 'layer' ? [node.params] : [],
  )
  const [ground, classes] = together(nodes.map(of))
  return { ground: `@layer ${layers.join(',')};${ground}`, classes, fonts: fonts.join('') }
}

/** Returns a value in which `meant` replaces each `var(--name)`. */
function substituted(
  value: string,
  meant: (name: string, fallback: string | undefined) => string | undefined,
) {
  let text = ''
  let at = 0
  for (;;) {
    const begun = value.indexOf('var(--', at)
    if (begun < 0) return text + value.slice(at)
    let depth = 0
    let comma = -1
    let end = begun
    do {
      const sign = value[end]
      if (sign === '(') depth += 1
      else if (sign === ')') depth -= 1
      else if (sign === ',' && depth === 1 && comma < 0) comma = end
      end += 1
    } while (depth > 0 || end < begun + 4)
    const name = value.slice(begun + 4, comma < 0 ? end - 1 : comma).trim()
    const fallback = comma < 0 ? undefined : substituted(value.slice(comma + 1, end - 1).trim(), meant)
    const instead =
      meant(name, fallback) ?? (fallback === undefined ? `var(${name})` : `var(${name},${fallback})`)
    text += value.slice(at, begun) + instead
    at = end
  }
}

/**
 * Replaces registered properties that the app never sets by their initial value. Tailwind registers a property for every part
 * that a shadow, a filter or a gradient may have; after the replacement a page registers a third of these properties before
 * it is painted. A property that nothing reads is removed, too. Only a sheet of the app may set or read these properties.
 */
export function withConstants(sheet: string): string {
  const root = parse(sheet)
  const registered = new Map<string, string | undefined>()
  root.walkAtRules('property', (rule) => {
    let initial: string | undefined
    rule.walkDecls('initial-value', ({ value }) => void (initial = value))
    registered.set(rule.params, initial)
  })
  const varies = new Set<string>()
  const forOldBrowsers = root.nodes.filter((node) => node.type === 'atrule' && isForOldBrowsers(node))
  for (const node of root.nodes)
    if (!forOldBrowsers.includes(node) && 'walkDecls' in node)
      node.walkDecls(/^--/, ({ prop }) => void varies.add(prop))
  root.walkDecls((decl) => {
    if (!decl.value.includes('var(--')) return
    const value = substituted(decl.value, (name, fallback) =>
      registered.has(name) && !varies.has(name) ? (registered.get(name) ?? fallback) : undefined,
    )
    // An empty value would be invalid, which has the effect of `unset`.
    decl.value = value.replaceAll(/ {2,}/g, ' ').trim() || 'unset'
  })
  for (let before = -1; before !== registered.size;) {
    before = registered.size
    const read = new Set([...root.toString().matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
    const unread = (name: string) => registered.has(name) && !read.has(name)
    root.walkAtRules('property', (rule) => void (unread(rule.params) && rule.remove()))
    root.walkDecls(/^--/, (decl) => void (unread(decl.prop) && decl.remove()))
    for (const name of registered.keys()) if (unread(name)) registered.delete(name)
  }
  return root.toString()
}
