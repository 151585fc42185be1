/** HTML that others wrote, as a tree; nothing of it runs or loads. */
export interface HtmlNode {
  /** Of an element, in lower case; undefined for anything else. */
  name: string | undefined
  /** Of a piece of text; undefined for anything else. */
  words: string | undefined
  /** The target of an element; empty where it has none. */
  href: string
  children: () => HtmlNode[]
}

const nodeOf = (node: Node): HtmlNode => ({
  name: node instanceof Element ? node.localName : undefined,
  words: node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : undefined,
  href: node instanceof Element ? (node.getAttribute('href') ?? '') : '',
  children: () => Array.from(node.childNodes, nodeOf),
})
let current = (html: string): HtmlNode => nodeOf(new DOMParser().parseFromString(html, 'text/html').body)

/** The body of HTML, read by the browser, or by what `readHtmlWith` received. */
export const readHtml = (html: string): HtmlNode => current(html)

/** Where there is no browser, HTML is read with this from now on. */
export function readHtmlWith(reader: typeof current): void {
  current = reader
}
