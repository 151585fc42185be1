import { type AtRule, type ChildNode, parse, type Rule } from 'postcss'
import type { StylePart } from './styles.ts'

/** Pattern of a class in a selector, with its escapes. Classes inside `:not(…)` are not required. */
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
  // The first view does not wait for fonts. Fallback fonts are fonts of the system and stay in.
  if (rule.name === 'font-face') return /local\(/.test(text) ? [{ always: text }] : []
  // All properties are registered at once: a later registration would cause another layout.
  if (rule.name === 'property') return [{ always: text }]
  // This layer is for browsers that do not register properties. It loads with the sheet of classes.
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

/** Splits the sheet of the app into parts for `stylesOf`; a step of the build. */
export const styleParts = (sheet: string): StylePart[] => partsOf(parse(sheet).nodes)
