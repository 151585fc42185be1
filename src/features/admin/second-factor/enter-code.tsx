import { useState } from 'react'
import { secondFactorRoutes } from '#contract/admin/second-factor.ts'
import { Button } from '#ui/button.tsx'
import { CodeForm } from './code-form.tsx'

interface Props {
  recoveryLeft: number
  onDone: () => void
}

/** Opens the admin area for this session. */
export function EnterCode({ recoveryLeft, onDone }: Props) {
  const [recovery, setRecovery] = useState(false)
  return (
    <section
      aria-labelledby="enter-code"
      className="mt-6 max-w-[34rem] rounded-card bg-surface p-5 shadow-e1 sm:p-6"
    >
      <h2 id="enter-code" className="text-xl font-bold">
        {recovery ? 'Enter a recovery code' : 'Enter the code of your app'}
      </h2>
      <p className="mt-1 text-ink-2">
        {recovery
          ? 'One of those you kept when you set up the app. It opens once.'
          : 'Your authenticator app shows a new one every 30 seconds.'}
      </p>
      <CodeForm
        key={String(recovery)}
        route={secondFactorRoutes.enterSecondFactor}
        recovery={recovery}
        yes="Open"
        onDone={onDone}
      />
      <Button look="quiet" size="sm" className="mt-3 -ml-4" onClick={() => setRecovery(!recovery)}>
        {recovery ? 'Use the app instead' : 'Phone lost? Use a recovery code'}
      </Button>
      {recovery && recoveryLeft === 0 && (
        <p className="mt-2 text-sm text-ink-2">
          None of yours is left. Whoever has a shell on the server can reset your second factor.
        </p>
      )}
    </section>
  )
}
