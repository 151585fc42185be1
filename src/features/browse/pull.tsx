import { ignoreExpected, isMissingFile } from '#contract/values/expected.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '#ui/when-idle.ts'

const load = () => import('#ui/layer/pull-to-refresh.tsx')
const PullToRefresh = lazy(async () => ({ default: (await load()).PullToRefresh }))

interface Props {
  busy: boolean
  onPull: () => void
}

/** Pulling down asks anew where there is a finger; its code comes after the cards, and without it there is the button. */
export function Pull(props: Props) {
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
