import { createElement, Fragment, type ReactNode } from 'react'
import { hasTooManyTags, htmlLimits, isBlock } from '#contract/values/html.ts'

/** What an article may become; everything else is its words alone. */
const allowed = new Set([
  'p',
  'br',
  'strong',
  'b',
  'em',
  'i',
  'ul',
  'ol',
  'li',
  'h2',
  'h3',
  'h4',
  'blockquote',
])
/** Their text is no prose. */
const dropped = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'noscript',
  'textarea',
  'title',
  'svg',
  'math',
])

/** An address that a link may lead to, absolute ones in a new tab. */
function linkOf(element: Element): { href: string; target?: string; rel?: string } | undefined {
  const href = element.getAttribute('href') ?? ''
  if (/^\/(?![/\\])/.test(href)) return { href }
  if (!/^https?:\/\//i.test(href)) return undefined
  return { href, target: '_blank', rel: 'noopener noreferrer' }
}

/** What lies too deep: its words, a block on a line of its own. */
function flat(within: Element): ReactNode[] {
  const pieces: ReactNode[] = []
  const waiting: Node[] = [...within.childNodes].reverse()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.nodeType === Node.TEXT_NODE) pieces.push(node.textContent)
    else if (node instanceof Element && !dropped.has(node.localName)) {
      if (isBlock(node.localName) && typeof pieces.at(-1) === 'string')
        pieces.push(createElement('br', { key: pieces.length }))
      for (let child = node.lastChild; child; child = child.previousSibling) waiting.push(child)
    }
  }
  return pieces
}

function drawn(node: Node, key: number, depth: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  const name = node.localName
  if (dropped.has(name)) return null
  const pieces = name === 'br' ? [] : depth < htmlLimits.depth ? inside(node, depth + 1) : flat(node)
  if (name === 'a') {
    const link = linkOf(node)
    if (link) return createElement('a', { ...link, key }, ...pieces)
  }
  return createElement(allowed.has(name) ? name : Fragment, { key }, ...pieces)
}
const inside = (of: Node, depth: number): ReactNode[] =>
  Array.from(of.childNodes, (node, key) => drawn(node, key, depth))

/** A document that runs and loads nothing. */
const parsed = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

/**
 * An article as React elements of a short list, without attributes but a link's own, and not nested too deeply. The
 * server sanitises as well; this is what makes an old copy on the phone harmless.
 */
export function richArticle(html: string): ReactNode {
  if (hasTooManyTags(html)) return plainArticle(html)
  return createElement(Fragment, null, ...inside(parsed(html), 1))
}

/** Its words alone, for the head of the page. */
export function plainArticle(html: string): string {
  const { textContent } = parsed(html.replaceAll('<', ' <'))
  return textContent.replace(/\s+/g, ' ').trim()
}
