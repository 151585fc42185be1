// The app as the server draws it: the same screens from the same responses, without a browser. It is built separately from the
// page.
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { prerender } from 'react-dom/static'
import type { Draw, DrawnHead } from '#contract/first-view.ts'
import { bareEnv, createLocalApp } from '#local'
import { drawFrom } from '#local/react'
import { type HtmlNode, readHtmlWith } from '#parts/html-reader.ts'
import { App } from './app/app.tsx'
import { matchingRoute } from './app/navigation/matching-route.ts'
import { loadNotFound, appRoutes } from './app/routes.ts'
import { lazyScreens, type Screens } from './app/screen-view.tsx'

const nodeOf = (node: DefaultTreeAdapterTypes.Node): HtmlNode => ({
  name: 'tagName' in node ? node.tagName : undefined,
  words: node.nodeName === '#text' && 'value' in node ? node.value : undefined,
  href: 'attrs' in node ? (node.attrs.find(({ name }) => name === 'href')?.value ?? '') : '',
  children: () => ('childNodes' in node ? node.childNodes.map(nodeOf) : []),
})
const childOf = (node: HtmlNode, name: string) => node.children().find((child) => child.name === name)
// parse5 follows the HTML standard like browsers, so that server and phone read the same structure.
readHtmlWith((html) => {
  const document = nodeOf(parse(html))
  const root = childOf(document, 'html') ?? document
  return childOf(root, 'body') ?? root
})

/** Screens with loaded code, by the path of their route. */
const ready = new Map<string, Promise<Screens>>()

function screensOf(pathname: string): Promise<Screens> | undefined {
  const route = matchingRoute(appRoutes, pathname)
  if (!route) return undefined
  const loadedScreen = ready.get(route.path)
  if (loadedScreen) return loadedScreen
  const made = route
    .load()
    .then((screen) => lazyScreens(appRoutes, loadNotFound, new Map([[route.path, screen]])))
  ready.set(route.path, made)
  return made
}

export const draw: Draw = async ({ address, origin, settings, at, fetch }) => {
  const screens = await screensOf(new URL(address, 'https://host').pathname)
  if (!screens) return undefined
  const env = bareEnv({
    now: () => at,
    async fetch(url, { method = 'GET', headers, body }) {
      const answer = await fetch({
        method,
        url,
        headers: Object.fromEntries(new Headers(headers)),
        body: typeof body === 'string' ? body : undefined,
      })
      return new Response(answer.body, { status: answer.status, headers: { ...answer.headers } })
    },
  })
  const local = createLocalApp(env, { at, origin, settings, reads: [] })
  let head: DrawnHead = { title: settings.name }
  const made = await drawFrom(local, async (queries) => {
    const app = (
      <App
        local={local}
        queries={queries}
        screens={screens}
        address={address}
        collectHead={(collected) => {
          head = collected
        }}
      />
    )
    // The phone would draw a failed part again; here the error is passed to the server.
    let failure: unknown
    const { prelude } = await prerender(app, {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        failure ??= error
      },
    })
    if (failure !== undefined) throw failure
    return new Response(prelude).text()
  })
  return made && { html: made.drawn, head, view: { at, origin, settings, reads: made.reads } }
}
