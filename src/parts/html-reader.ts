/** Reads HTML that others wrote as a tree, and runs and loads nothing of it. `N` is a node of that tree. */
export interface HtmlReader<N> {
  body: (html: string) => N
  /** Of an element, in lower case; undefined for anything else. */
  nameOf: (node: N) => string | undefined
  /** Of a piece of text; undefined for anything else. */
  wordsOf: (node: N) => string | undefined
  childrenOf: (node: N) => readonly N[]
  /** The target of an element; empty where it has none. */
  hrefOf: (node: N) => string
}

const browser: HtmlReader<Node> = {
  body: (html) => new DOMParser().parseFromString(html, 'text/html').body,
  nameOf: (node) => (node instanceof Element ? node.localName : undefined),
  wordsOf: (node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : undefined),
  childrenOf: (node) => [...node.childNodes],
  hrefOf: (node) => (node instanceof Element ? (node.getAttribute('href') ?? '') : ''),
}

/** Does something with a reader, whatever its nodes are. */
type WithReader = <T>(work: <N>(reader: HtmlReader<N>) => T) => T
let current: WithReader = (work) => work(browser)

/** That of the browser, or the one that `readHtmlWith` received. */
export const withHtmlReader: WithReader = (work) => current(work)

/** Where there is no browser, HTML is read with this from now on. */
export function readHtmlWith<N>(reader: HtmlReader<N>): void {
  current = (work) => work(reader)
}
