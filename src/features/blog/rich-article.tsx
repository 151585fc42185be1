import { createElement, Fragment, type ReactNode } from 'react'

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

function drawn(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  const name = node.localName
  if (dropped.has(name)) return null
  const inside = name === 'br' ? [] : Array.from(node.childNodes, drawn)
  if (name === 'a') {
    const link = linkOf(node)
    if (link) return createElement('a', { ...link, key }, ...inside)
  }
  return createElement(allowed.has(name) ? name : Fragment, { key }, ...inside)
}

/** A document that runs and loads nothing. */
const parsed = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

/**
 * An article as React elements of a short list, without attributes but a link's own. The server sanitises as well; this
 * is what makes an old copy on the phone harmless.
 */
export function richArticle(html: string): ReactNode {
  return createElement(Fragment, null, ...Array.from(parsed(html).childNodes, drawn))
}

/** Its words alone, for the head of the page. */
export function plainArticle(html: string): string {
  const { textContent } = parsed(html.replaceAll('<', ' <'))
  return textContent.replace(/\s+/g, ' ').trim()
}
