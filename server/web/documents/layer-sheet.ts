// A step of the build: gives rules whose order matters a layer each, so that they may come to a page in any order.
import type { AtRule, ChildNode, Rule } from 'postcss'

/** Properties that set one another, by a name of their family; every other property stands for itself. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^(?:inset|top|right|bottom|left)\b/, 'inset'],
  [/^(?:width|height|inline-size|block-size)$/, 'size'],
  [/^(min|max)-(?:width|height|inline-size|block-size)$/, '$1-size'],
  [/^(?:place|align|justify)-(items|content|self)$/, '$1'],
  [/^(?:row-|column-)?gap$/, 'gap'],
  [
    /^(padding|margin|border|overflow|overscroll|background|flex|grid|font|outline|transition|animation|list|text|mask|scroll|contain|columns?)\b.*/,
    '$1',
  ],
]
function familyOf(property: string): string {
  const plain = property.replace(/^-(?:webkit|moz)-/, '')
  for (const [pattern, name] of families) if (pattern.test(plain)) return plain.replace(pattern, name)
  return plain
}

interface Placed {
  rule: Rule
  /** The at-rules around it, from outside. */
  around: readonly string[]
  important: boolean
  level: number
}

/** Every rule with a level above all earlier ones that set the same. */
function placedOf(sheet: readonly ChildNode[]): Placed[] {
  const placed: Placed[] = []
  const last = { usual: new Map<string, number>(), important: new Map<string, number>() }
  const visit = (nodes: readonly ChildNode[], around: readonly string[]): void => {
    for (const node of nodes) {
      if (node.type === 'atrule' && node.nodes) visit(node.nodes, [...around, `@${node.name} ${node.params}`])
      else if (node.type === 'rule') {
        const set = node.nodes.flatMap((one) => (one.type === 'decl' ? [one] : []))
        const important = set.some((one) => one.important)
        if (important && !set.every((one) => one.important))
          throw new Error(`Only a part of this rule is important: ${node.toString()}`)
        const levels = important ? last.important : last.usual
        const names = set.map((one) => familyOf(one.prop))
        const level = Math.max(0, ...names.map((name) => (levels.get(name) ?? -1) + 1))
        for (const name of names) levels.set(name, level)
        placed.push({ rule: node, around, important, level })
      }
    }
  }
  visit(sheet, [])
  return placed
}

const wrapped = ({ rule, around }: Placed): string =>
  around.reduceRight((inside, at) => `${at}{${inside}}`, rule.toString())

/**
 * The rules of `layer` in layers of their own: whatever part of them a page has first, and whatever comes later, they apply
 * as they stand in the sheet. `names` declares those layers, and must be there before any rule.
 */
export function layerSheet(layer: AtRule): { names: string; rules: string } {
  const placed = placedOf(layer.nodes ?? [])
  const most = (important: boolean) =>
    Math.max(-1, ...placed.flatMap((one) => (one.important === important ? [one.level] : [])))
  // Among important rules the layer that was named first wins.
  const order = [
    ...Array.from({ length: most(true) + 1 }, (_, level) => ({ important: true, level })).reverse(),
    ...Array.from({ length: most(false) + 1 }, (_, level) => ({ important: false, level })),
  ].map((at, place) => ({ ...at, name: `l${place.toString(36)}` }))
  const layers = order.map(({ important, level, name }) => {
    const rules = placed.filter((one) => one.important === important && one.level === level)
    return `@layer ${name}{${rules.map(wrapped).join('')}}`
  })
  const around = (inside: string) => `@layer ${layer.params}{${inside}}`
  return {
    names: around(`@layer ${order.map(({ name }) => name).join(',')};`),
    rules: around(layers.join('')),
  }
}
