/** Node of HTML that other people wrote; nothing of the HTML runs or loads. */
export interface HtmlNode {
  /** Name of an element in lower case; undefined for any other node. */
  name: string | undefined
  /** Text of a text node; undefined for any other node. */
  words: string | undefined
  /** Target of an element; empty without one. */
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

/** Returns the body of HTML, parsed by the browser or by the reader that `readHtmlWith` received. */
export const readHtml = (html: string): HtmlNode => current(html)

/** Sets the parser for an environment without a browser. */
export function readHtmlWith(reader: typeof current): void {
  current = reader
}
