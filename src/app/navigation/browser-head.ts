import type { HeadData } from '#ui/page-head.tsx'

/** Cuts a description at a word, within the limit (R-NAV-48). */
export function cutDescription(text: string, most: number): string {
  const clean = text.replace(/\s+/g, ' ').trim()
  if (clean.length <= most) return clean
  const cut = clean.slice(0, most - 1)
  const space = cut.lastIndexOf(' ')
  return `${cut.slice(0, space > most / 2 ? space : undefined).trimEnd()}…`
}

/** "Toyota Hilux | Motorkin" */
export function fullTitle(title: string, brand: string): string {
  return title === brand ? brand : `${title} | ${brand}`
}

const count = /^\(\d+\) /
/** "(2) Toyota Hilux | Motorkin": so many chats hold a message that was not read. */
export const countedTitle = (title: string, unread: number): string =>
  (unread > 0 ? `(${unread}) ` : '') + title.replace(count, '')

interface Options {
  brand: string
  mostDescription: number
}

/** Writes a page's head into the document. */
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
    // What the document came with is about the whole site: it stands wherever a page says nothing of itself.
    const site = (element.dataset['site'] ??= element.getAttribute('content') ?? '')
    element.setAttribute('content', cutDescription(description ?? site, mostDescription))
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
      element.setAttribute('href', origin + (head.canonical ?? pathname))
    },
  )
  put('meta[name=robots]', meta('robots'), (element) => {
    element.setAttribute('content', head.noIndex ? 'noindex' : 'index, follow')
  })
}
