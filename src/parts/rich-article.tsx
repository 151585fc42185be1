import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { hasTooManyTags, htmlLimits, isBlock } from '#contract/values/html.ts'
import { type HtmlNode, readHtml } from './html-reader.ts'

/** Element to render for each accepted HTML name; of other elements only the text is rendered. */
type RichElements = ReadonlyMap<string, string>
const articleElements: RichElements = new Map(
  'a p br strong b em i ul ol li h2 h3 h4 blockquote'.split(' ').map((name) => [name, name]),
)
/** Elements whose text is no prose. */
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

/** Returns the props of an accepted link; absolute addresses open in a new tab. */
function linkOf(href: string): { href: string; target?: string; rel?: string } | undefined {
  if (/^\/(?![/\\])/.test(href)) return { href }
  if (!/^https?:\/\//i.test(href)) return undefined
  return { href, target: '_blank', rel: 'noopener noreferrer' }
}

/** Returns the text of a node that is nested too deeply, with a line break before each block. */
function flat(within: HtmlNode): ReactNode[] {
  const pieces: ReactNode[] = []
  const waiting = within.children().reverse()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { name, words } = node
    if (words !== undefined) pieces.push(words)
    else if (name !== undefined && !dropped.has(name)) {
      if (isBlock(name) && typeof pieces.at(-1) === 'string')
        pieces.push(createElement('br', { key: pieces.length }))
      waiting.push(...node.children().reverse())
    }
  }
  return pieces
}

function drawn(elements: RichElements, node: HtmlNode, key: number, depth: number): ReactNode {
  const { name, words } = node
  if (words !== undefined) return words
  if (name === undefined || dropped.has(name)) return null
  const pieces =
    name === 'br' ? [] : depth < htmlLimits.depth ? inside(elements, node, depth + 1) : flat(node)
  const element = elements.get(name) ?? Fragment
  const link = element === 'a' ? linkOf(node.href) : undefined
  return createElement(element === 'a' && !link ? Fragment : element, { ...link, key }, ...pieces)
}
const inside = (elements: RichElements, of: HtmlNode, depth: number): ReactNode[] =>
  of.children().map((node, key) => drawn(elements, node, key, depth))

/**
 * Renders HTML as React elements of a short list, without attributes except a link's own, and with limited depth. The server
 * sanitises as well; this function makes an old cached copy harmless.
 */
export function richHtml(html: string, elements: RichElements): ReactNode {
  if (hasTooManyTags(html)) return stripArticle(html)
  return createElement(Fragment, null, ...inside(elements, readHtml(html), 1))
}
export const richArticle = (html: string): ReactNode => richHtml(html, articleElements)

/** Returns the text of an article without elements, for the head of the page. */
export function stripArticle(html: string): string {
  let text = ''
  const waiting = [readHtml(html.replaceAll('<', ' <'))]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    text += node.words ?? ''
    waiting.push(...node.children().reverse())
  }
  return text.replace(/\s+/g, ' ').trim()
}

const prose =
  'text-lg text-ink-2 [&_a]:font-semibold [&_a]:text-brand [&_a]:underline [&_a]:underline-offset-4 [&_blockquote]:border-l-4 [&_blockquote]:border-amber [&_blockquote]:py-1 [&_blockquote]:pl-4 [&_blockquote]:text-xl [&_blockquote]:text-ink [&_h2]:mt-8! [&_h2]:text-xl [&_h2]:font-bold [&_h2]:text-ink [&_h3]:mt-6! [&_h3]:font-semibold [&_h3]:text-ink [&_h4]:font-semibold [&_h4]:text-ink [&_li+li]:mt-2 [&_li]:ml-5 [&_ol]:list-decimal [&_strong]:text-ink [&_ul]:list-disc [&>*+*]:mt-4'

/** Shows the text of an article to its readers, and to its writer before publication. */
export function ArticleText({ html }: { html: string }) {
  const text = useMemo(() => richArticle(html), [html])
  return <div className={`mt-6 ${prose}`}>{text}</div>
}
