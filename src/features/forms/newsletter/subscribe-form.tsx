import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { type NewsletterForm as Values, newsletterForm } from '#contract/forms/newsletter.ts'
import { useFormDraft } from '#local/react'

import { useTrap } from '#parts/forms/use-trap.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { buttonLook, rowLook, stateLook, Waiting } from './box.tsx'
import { StandingWords } from './standing-words.tsx'
import { useSubscribing } from './use-subscribing.ts'

const empty: Values = { EMAIL: '' }

/** One e-mail field and its button (R-HOME-27, R-VAL-01); what is typed survives a killed tab. */
export function SubscribeForm() {
  const draft = useFormDraft<Values>('newsletter')
  if (!draft.loaded) return <Waiting />
  return <Fields start={draft.values ?? empty} onTyped={draft.save} onSaved={draft.clear} />
}

interface Props {
  start: Values
  onTyped: (values: Values) => void
  onSaved: () => void
}

function Fields({ start, onTyped, onSaved }: Props) {
  const [initial] = useState(start)
  const { register, handleSubmit, control, formState, reset, setError } = useForm<Values>({
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

  async function submit({ EMAIL }: Values) {
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
