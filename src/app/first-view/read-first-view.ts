import { type FirstView, firstViewId, type Takeover } from '#contract/first-view.ts'

/** What the server drew this page from; undefined for a page that the app draws itself. */
export function readFirstView(document: Document): (FirstView & { takeover: Takeover }) | undefined {
  const text = document.getElementById(firstViewId)?.textContent
  // Written by the build that this script is of: the document names it.
  return text ? (JSON.parse(text) as FirstView & { takeover: Takeover }) : undefined
}
