import { useFormDraft } from '#local/react'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { EntryPage, Way } from '../entry/entry-page.tsx'
import { useArrival } from '../entry/use-arrival.ts'
import { RegisterForm } from './register-form.tsx'
import { registerDraft, type SavedRegistration } from './sign-up-schema.ts'

const nothing: SavedRegistration = { fullname: '', province: '', city: '', email: '', gsm: '' }

/** /register (R-AUTH-07 to R-AUTH-10). */
export function RegisterScreen() {
  const { email, onTheWay } = useArrival()
  const draft = useFormDraft<SavedRegistration>(registerDraft)
  return (
    <EntryPage title="Register" intro="Save cars, write to sellers, sell your own.">
      {draft.loaded ? (
        <RegisterForm
          start={{ ...nothing, email, ...draft.values }}
          login={onTheWay('/login')}
          onTyped={draft.save}
          onDone={draft.clear}
        />
      ) : (
        <Skeleton className="mt-6 h-[46rem]" />
      )}
      <p className="mt-1 text-center text-ink-2">
        You have an account? <Way href={onTheWay('/login')}>Login</Way>
      </p>
    </EntryPage>
  )
}
