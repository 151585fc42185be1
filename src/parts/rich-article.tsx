import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { hasTooManyTags, htmlLimits, isBlock } from '#contract/values/html.ts'
import { type HtmlReader, withHtmlReader } from './html-reader.ts'

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
function linkOf(href: string): { href: string; target?: string; rel?: string } | undefined {
  if (/^\/(?![/\\])/.test(href)) return { href }
  if (!/^https?:\/\//i.test(href)) return undefined
  return { href, target: '_blank', rel: 'noopener noreferrer' }
}

/** What is too deep: its words, a block on a line of its own. */
function flat<N>({ nameOf, wordsOf, childrenOf }: HtmlReader<N>, within: N): ReactNode[] {
  const pieces: ReactNode[] = []
  const waiting = [...childrenOf(within)].reverse()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const words = wordsOf(node)
    const name = nameOf(node)
    if (words !== undefined) pieces.push(words)
    else if (name !== undefined && !dropped.has(name)) {
      if (isBlock(name) && typeof pieces.at(-1) === 'string')
        pieces.push(createElement('br', { key: pieces.length }))
      waiting.push(...[...childrenOf(node)].reverse())
    }
  }
  return pieces
}

function drawn<N>(reader: HtmlReader<N>, node: N, key: number, depth: number): ReactNode {
  const words = reader.wordsOf(node)
  if (words !== undefined) return words
  const name = reader.nameOf(node)
  if (name === undefined || dropped.has(name)) return null
  const pieces =
    name === 'br' ? [] : depth < htmlLimits.depth ? inside(reader, node, depth + 1) : flat(reader, node)
  if (name === 'a') {
    const link = linkOf(reader.hrefOf(node))
    if (link) return createElement('a', { ...link, key }, ...pieces)
  }
  return createElement(allowed.has(name) ? name : Fragment, { key }, ...pieces)
}
const inside = <N,>(reader: HtmlReader<N>, of: N, depth: number): ReactNode[] =>
  reader.childrenOf(of).map((node, key) => drawn(reader, node, key, depth))

/**
 * An article as React elements of a short list, without attributes but a link's own, and not nested too deeply. The
 * server sanitises as well; this is what makes an old copy on the phone harmless.
 */
export function richArticle(html: string): ReactNode {
  if (hasTooManyTags(html)) return stripArticle(html)
  return withHtmlReader((reader) => createElement(Fragment, null, ...inside(reader, reader.body(html), 1)))
}

/** Its words alone, for the head of the page. */
export function stripArticle(html: string): string {
  const words = withHtmlReader((reader) => {
    let text = ''
    const waiting = [reader.body(html.replaceAll('<', ' <'))]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      text += reader.wordsOf(node) ?? ''
      waiting.push(...[...reader.childrenOf(node)].reverse())
    }
    return text
  })
  return words.replace(/\s+/g, ' ').trim()
}

const prose =
  'text-lg text-ink-2 [&_a]:font-semibold [&_a]:text-brand [&_a]:underline [&_a]:underline-offset-4 [&_blockquote]:border-l-4 [&_blockquote]:border-amber [&_blockquote]:py-1 [&_blockquote]:pl-4 [&_blockquote]:text-xl [&_blockquote]:text-ink [&_h2]:mt-8! [&_h2]:text-xl [&_h2]:font-bold [&_h2]:text-ink [&_h3]:mt-6! [&_h3]:font-semibold [&_h3]:text-ink [&_h4]:font-semibold [&_h4]:text-ink [&_li+li]:mt-2 [&_li]:ml-5 [&_ol]:list-decimal [&_strong]:text-ink [&_ul]:list-disc [&>*+*]:mt-4'

/** The text of an article, as its readers see it and as its writer sees it before them. */
export function ArticleText({ html }: { html: string }) {
  const text = useMemo(() => richArticle(html), [html])
  return <div className={`mt-6 ${prose}`}>{text}</div>
}
