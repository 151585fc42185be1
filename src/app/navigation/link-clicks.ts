import { notPages } from '#contract/pages.ts'

/** What a click on a link of ours becomes. */
export interface LinkTarget {
  /** Path, query and hash. */
  to: string
  replace: boolean
  /** Animate from one page to the other. */
  transition: boolean
}

function anchorOf(target: EventTarget | null): HTMLAnchorElement | undefined {
  const anchor = target instanceof Element ? target.closest('a[href]') : null
  return anchor instanceof HTMLAnchorElement ? anchor : undefined
}

/** Path and query of an anchor that leads to a screen of this app. */
export function screenAddressOf(target: EventTarget | null, origin: string): URL | undefined {
  const anchor = anchorOf(target)
  if (!anchor || anchor.hasAttribute('download') || (anchor.target !== '' && anchor.target !== '_self'))
    return undefined
  const url = new URL(anchor.href, origin)
  return url.origin === origin && !notPages.test(url.pathname) ? url : undefined
}

/**
 * Decides whether a click is ours to follow without loading the page again. Plain `<a href>` everywhere, also in text
 * that a server wrote, works like a link of the router; new tabs, downloads and other sites stay with the browser.
 */
export function linkTargetOf(
  event: MouseEvent,
  here: { origin: string; pathname: string; search: string },
): LinkTarget | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const url = screenAddressOf(event.target, here.origin)
  if (!url) return undefined
  const sameDocument = url.pathname === here.pathname && url.search === here.search
  // A jump inside the page is the browser's own business.
  if (sameDocument && url.hash !== '') return undefined
  return {
    to: url.pathname + url.search + url.hash,
    replace: sameDocument,
    transition: anchorOf(event.target)?.dataset['transition'] !== undefined,
  }
}
