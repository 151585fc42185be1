import { ignoreExpected, isMissingFile } from '#contract/values/expected.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '#ui/when-idle.ts'

const load = () => import('#ui/layer/pull-to-refresh.tsx')
const PullToRefresh = lazy(async () => ({ default: (await load()).PullToRefresh }))

interface Props {
  busy: boolean
  onPull: () => void
}

/** Pull to refresh on touch screens. Its code is loaded after the cards; without it there is the button. */
export function LazyPullToRefresh(props: Props) {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) return
    return whenIdle(() => {
      load()
        .then(() => setReady(true))
        .catch(ignoreExpected('load-pull', isMissingFile))
    })
  }, [])
  if (!ready) return null
  return (
    <Suspense fallback={null}>
      <PullToRefresh {...props} />
    </Suspense>
  )
}
