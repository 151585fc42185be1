import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { IconAlertCircle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { type NewsletterFormValues, newsletterForm } from '#contract/forms/newsletter.ts'
import {
  type OutboxEntry,
  useCommand,
  useConnection,
  useFormDraft,
  useOutboxActions,
  useOutboxEntry,
} from '#local/react'
import { useTrap } from '#parts/forms/use-trap.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { Icon, type IconShape } from '#ui/icon.tsx'
import type { NewsletterSubscribe } from '#contract/commands.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { FilledForm } from '#contract/forms/filled.ts'
import { buttonLook, rowLook, stateLook, NewsletterSkeleton } from './box.tsx'

const empty: NewsletterFormValues = { EMAIL: '' }

/** One e-mail field and its button (R-HOME-27, R-VAL-01); what is typed survives a killed tab. */
export function SubscribeForm() {
  const draft = useFormDraft<NewsletterFormValues>('newsletter')
  if (!draft.loaded) return <NewsletterSkeleton />
  return <Fields start={draft.values ?? empty} onTyped={draft.save} onSaved={draft.clear} />
}

interface Props {
  start: NewsletterFormValues
  onTyped: (values: NewsletterFormValues) => void
  onSaved: () => void
}

function Fields({ start, onTyped, onSaved }: Props) {
  const [initial] = useState(start)
  const { register, handleSubmit, control, formState, reset, setError } = useForm<NewsletterFormValues>({
    resolver: standardSchemaResolver(newsletterForm),
    defaultValues: initial,
  })
  const { isDirty, errors } = formState
  const { standing, subscribe } = useSubscribing()
  const { field: trap, filled } = useTrap()
  const typed = useWatch({ control })
  useEffect(() => {
    if (isDirty) onTyped({ ...empty, ...typed })
  }, [isDirty, typed, onTyped])

  const refused = standing.is === 'refused' ? standing.error.fields?.['EMAIL'] : undefined
  useEffect(() => {
    if (refused !== undefined) setError('EMAIL', { message: refused })
  }, [refused, setError])

  async function submit({ EMAIL }: NewsletterFormValues) {
    if (!(await subscribe(EMAIL, filled()))) return
    onSaved()
    reset(empty)
  }
  return (
    <form
      method="post"
      noValidate
      className="relative"
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      {trap}
      <div className={rowLook}>
        <TextInput
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          className="flex-1"
          error={errors.EMAIL?.message}
          {...register('EMAIL')}
        />
        <Button type="submit" loading={standing.is === 'sending'} className={buttonLook}>
          Subscribe
        </Button>
      </div>
      <div className={stateLook}>
        <StandingWords standing={standing} />
      </div>
    </form>
  )
}

/** What became of a subscription, in the documented words (R-HOME-28, R-FORM-18, R-ERR-23). */
function StandingWords({ standing }: { standing: SubscribeState }) {
  switch (standing.is) {
    case 'idle':
      return null
    case 'sending':
      return <StateLine words="sending..." />
    case 'done':
      return (
        <StateLine icon={IconCircleCheck} look="text-brand" words="Subscribed !">
          Please confirm with the link in the e-mail that we send to {standing.address}.
        </StateLine>
      )
    case 'refused':
      return (
        <StateLine icon={IconAlertCircle} look="text-danger" words="Not Subscribed" alert>
          {standing.error.message}
        </StateLine>
      )
    case 'old':
      return (
        <StateLine
          icon={IconClock}
          words="Saved more than 30 days ago. The outbox asks whether to send it."
        />
      )
    case 'update':
      return <StateLine icon={IconClock} words="Saved. You will be subscribed after this app is updated." />
    case 'saved':
      return <StateLine icon={IconClock} words="Saved. You will be subscribed when you are back online." />
  }
}

interface StandingWordsProps {
  icon?: IconShape
  look?: string
  words: string
  alert?: boolean
  children?: ReactNode
}

function StateLine({ icon, look = 'text-ink', words, alert = false, children }: StandingWordsProps) {
  const inside = (
    <>
      {icon && <Icon of={icon} className={look} />}
      <span className="min-w-0">
        <span className={`block font-semibold ${look}`}>{words}</span>
        {children !== undefined && <span className="block wrap-anywhere text-ink-2">{children}</span>}
      </span>
    </>
  )
  return alert ? (
    <p role="alert" className="flex gap-2.5">
      {inside}
    </p>
  ) : (
    <output className="flex gap-2.5">{inside}</output>
  )
}

interface Refusal {
  message: string
  fields?: FieldErrors | undefined
}
/** The state of a subscription. `done` only by the server's answer (R-EXT-05, I5). */
type SubscribeState =
  | { is: 'idle' | 'sending' | 'saved' | 'old' | 'update' }
  | { is: 'done'; address: string }
  | { is: 'refused'; error: Refusal }

const nothing: SubscribeState = { is: 'idle' }

function standingOf({ state, hold, error, payload }: OutboxEntry, offline: boolean): SubscribeState {
  if (state === 'done') return { is: 'done', address: (payload as NewsletterSubscribe).EMAIL }
  if (state === 'rejected' || state === 'conflict' || state === 'quarantine')
    return { is: 'refused', error: { message: error?.msg ?? '', fields: error?.fields } }
  if (state === 'held' && hold === 'confirm-old') return { is: 'old' }
  if (state === 'held' && hold === 'upgrade') return { is: 'update' }
  // After a try that came to nothing it waits for the next one, whatever the last sign of life was.
  const under = state === 'queued' || state === 'sending'
  return { is: offline || !under ? 'saved' : 'sending' }
}

/** One subscription after another; each is saved on this phone before it is sent. */
function useSubscribing() {
  const put = useCommand('newsletter.subscribe')
  const { remove } = useOutboxActions()
  const offline = useConnection().state === 'offline'
  const [id, setId] = useState<string>()
  /** What the outbox does not know of. */
  const [apart, setApart] = useState<SubscribeState>(nothing)
  const entry = useOutboxEntry(id)
  // Two taps in one frame are one subscription.
  const busy = useRef(false)
  const waiting: SubscribeState = { is: offline ? 'saved' : 'sending' }
  const standing = id === undefined ? apart : entry ? standingOf(entry, offline) : waiting

  /** Whether it is in good hands. */
  async function subscribe(EMAIL: string, filled: FilledForm): Promise<boolean> {
    if (busy.current || standing.is === 'sending') return false
    busy.current = true
    // What was refused is answered by the new words.
    if (id !== undefined && standing.is === 'refused') await remove(id)
    const result = await put({ EMAIL, filled })
    busy.current = false
    if (!result.ok) {
      const { message, fields } = result.error
      setApart({ is: 'refused', error: { message, fields } })
    } else if (!result.kept) setApart({ is: 'done', address: EMAIL })
    setId(result.ok && result.kept ? result.id : undefined)
    return result.ok
  }
  return { standing, subscribe }
}
