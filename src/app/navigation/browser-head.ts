import { cutDescription, fullTitle, robotsOf, siteDescription } from '#contract/heads/head.ts'
import type { HeadData } from '#ui/page-head.tsx'

const count = /^\(\d+\) /
/** Puts the number of chats with unread messages before a title: "(2) Toyota Hilux | Motorkin". */
export const addUnreadCount = (title: string, unread: number): string =>
  (unread > 0 ? `(${unread}) ` : '') + title.replace(count, '')

const pathOf = (address: string): string => address.replace(/^https?:\/\/[^/]*|\?.*$/g, '')

/** Removes the head elements that the document has for readers without its script. */
function forgetShared(document: Document): void {
  const selector =
    'script[type="application/ld+json"], meta[property^="og:"], meta[name^="twitter:"], link[type="application/rss+xml"]'
  for (const element of document.querySelectorAll(selector)) element.remove()
}

interface Options {
  brand: string
  mostDescription: number
}

export function writeHead(document: Document, head: HeadData, { brand, mostDescription }: Options): void {
  const put = (selector: string, make: () => HTMLElement, set: (element: HTMLElement) => void) => {
    let element = document.head.querySelector<HTMLElement>(selector)
    if (!element) {
      element = make()
      document.head.append(element)
    }
    set(element)
  }
  const meta = (name: string) => () => {
    const element = document.createElement('meta')
    element.setAttribute('name', name)
    return element
  }
  document.title = (count.exec(document.title)?.[0] ?? '') + fullTitle(head.title, brand)
  const { description } = head
  put('meta[name=description]', meta('description'), (element) => {
    element.setAttribute('content', cutDescription(description ?? siteDescription, mostDescription))
  })
  put(
    'link[rel=canonical]',
    () => {
      const link = document.createElement('link')
      link.rel = 'canonical'
      return link
    },
    (element) => {
      const { origin, pathname } = document.location
      const href = origin + (head.canonical ?? pathname)
      // The metadata of the first page does not describe the next page.
      if (pathOf(element.getAttribute('href') ?? href) !== pathOf(href)) forgetShared(document)
      element.setAttribute('href', href)
    },
  )
  put('meta[name=robots]', meta('robots'), (element) => {
    element.setAttribute('content', robotsOf(head))
  })
}
