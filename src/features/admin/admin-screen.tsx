import { Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import { useConnection, useSession } from '#local/react'
import { sections } from './sections.ts'

/** /admin and /admin/{section}: where the operator's own people run the place (R-ROLE-20). Nothing of it is kept on the phone. */
export function AdminScreen() {
  const { user, sure } = useSession()
  const [path, navigate] = useLocation()
  const signedIn = user !== undefined
  useEffect(() => {
    if (!signedIn && sure) navigate(`/login?next=${encodeURIComponent(path)}`, { replace: true })
  }, [signedIn, sure, path, navigate])
  const offline = useConnection().state === 'offline'
  if (!user) return <div className="min-h-dvh" />
  const section = sections.find(({ name }) => path === `/admin/${name}`) ?? sections[0]
  return (
    <div className="mx-auto max-w-[72rem] px-4 py-6">
      <h1 className="text-3xl font-bold">{section?.title ?? 'Running the place'}</h1>
      {offline && (
        <p className="mt-5 rounded-input bg-amber-tint px-3.5 py-3 text-sm text-amber-ink">
          Running the place needs a connection.
        </p>
      )}
      {section && (
        <Suspense fallback={<div className="min-h-dvh" />}>
          <section.Screen />
        </Suspense>
      )}
    </div>
  )
}
