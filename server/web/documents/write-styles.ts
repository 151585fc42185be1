import { type AtRule, type ChildNode, parse, type Rule } from 'postcss'
import type { StylePart } from './styles.ts'

/** A class in a selector, its escapes included; what is in `:not(…)` is not needed. */
const className = /\.((?:\\.|[\w-])+)/g
const plain = (name: string) =>
  name.replace(/\\([0-9a-f]{1,6}) ?|\\(.)/gi, (_, code: string | undefined, sign: string) =>
    code === undefined ? sign : String.fromCodePoint(parseInt(code, 16)),
  )

function ruleOf(rule: Rule): StylePart {
  const selectors = rule.selectors.map((text) => ({
    text,
    classes: [...text.replace(/:not\([^()]*\)/g, '').matchAll(className)].map(([, name = '']) => plain(name)),
  }))
  return { selectors, body: rule.nodes.map(String).join(';') }
}

function atRuleOf(rule: AtRule): StylePart[] {
  const text = rule.toString()
  // Fonts are nothing that a first view waits for; those that stand in for them are the system's own.
  if (rule.name === 'font-face') return /local\(/.test(text) ? [{ always: text }] : []
  // Properties are registered all at once: a later one would lay out the page again.
  if (rule.name === 'property') return [{ always: text }]
  // For browsers that register none; it comes with the classes.
  if (rule.name === 'layer' && rule.params === 'properties') return []
  if (rule.name === 'keyframes') return [{ name: rule.params, text }]
  if (!rule.nodes) return [{ always: `${text};` }]
  return [{ below: `@${rule.name} ${rule.params}`, parts: partsOf(rule.nodes) }]
}

const partsOf = (nodes: readonly ChildNode[]): StylePart[] =>
  nodes.flatMap((node) => {
    if (node.type === 'rule') return [ruleOf(node)]
    if (node.type === 'atrule') return atRuleOf(node)
    return node.type === 'decl' ? [{ always: `${String(node)};` }] : []
  })

/** The sheet of the app in parts, for `stylesOf`; a step of the build. */
export const styleParts = (sheet: string): StylePart[] => partsOf(parse(sheet).nodes)
