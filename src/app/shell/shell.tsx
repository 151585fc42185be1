import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { BottomBar } from './bottom-bar.tsx'
import { Header } from './header.tsx'
import { lazyAtRest, useAtRest } from '#parts/use-at-rest.ts'
import { useLogout } from '../account/use-logout.ts'
import type { News as NewsPart } from '../status/news.tsx'

type NewsProps = ComponentProps<typeof NewsPart>

/** Without signal it may not come; the page stands without it. */
const absent = () => ({ default: () => null })
const Footer = lazyAtRest(async () => (await import('./footer.tsx')).Footer)
/**
 * One element for good: what is drawn again around it must not take a drawn footer away whose code is still to come.
 */
const footer = (
  <Suspense fallback={null}>
    <Footer />
  </Suspense>
)
const News = lazy<ComponentType<NewsProps>>(() =>
  import('../status/news.tsx').then((part) => ({ default: part.News })).catch(absent),
)

interface Props {
  /** The screen brings its own bars on a phone. */
  ownBar: boolean
  children: ReactNode
}

/** What stays while screens come and go. The parts that no first view needs arrive when the page is at rest. */
export function Shell({ ownBar, children }: Props) {
  const { logout, Leaving, end } = useLogout()
  const rest = useAtRest()
  const [name, setName] = useState<string>()
  const [unread, setUnread] = useState(false)
  return (
    <div className="flex min-h-dvh flex-col pb-(--bottom-bar) wide:pb-0">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-pill bg-inverse px-5 py-3 text-on-inverse focus:translate-y-0"
      >
        Skip to content
      </a>
      <Header slim={ownBar} name={name} unread={unread} onLogout={logout} />
      <main id="content" className="min-h-[calc(100dvh-var(--header)-1px-var(--bottom-bar))] flex-1">
        {children}
      </main>
      {footer}
      <BottomBar slim={ownBar} />
      <Suspense fallback={null}>{rest && <News onName={setName} onUnread={setUnread} />}</Suspense>
      {Leaving && <Leaving onEnd={end} />}
    </div>
  )
}
