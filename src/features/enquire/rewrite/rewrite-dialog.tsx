import { useEffect, useId, useState } from 'react'
import { useForm, type UseFormRegisterReturn } from 'react-hook-form'
import type { AnyPayload } from '#contract/commands.ts'
import { regionOf } from '#contract/values/region.ts'
import { type OutboxEntry, useOutboxActions, useSiteSettings } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { isRewritable, onItsWayMessage, type RewritableKind } from './can-rewrite.ts'
import {
  rewriteKinds,
  applyRewrite,
  type FieldTexts,
  readFieldTexts,
  type RewriteField,
} from './rewrite-kinds.ts'
import { Select } from '#ui/form/select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { Textarea } from '#ui/form/textarea.tsx'

interface Props {
  field: RewriteField
  start: string | undefined
  error: string | undefined
  control: UseFormRegisterReturn
}
function RewriteControl({ field: { label, look = 'text', options }, start, error, control }: Props) {
  if (look === 'long') return <Textarea label={label} error={error} {...control} />
  if (options)
    return <Select label={label} options={options} defaultValue={start} error={error} {...control} />
  return <TextInput label={label} type={look} error={error} {...control} />
}

export interface RewriteProps {
  entry: OutboxEntry
  open: boolean
  onClose: () => void
}

/** Shows the original form of an item with its text and with the server's messages about it (I5). */
export function RewriteDialog({ entry, open, onClose }: RewriteProps) {
  const form = useId()
  const [busy, setBusy] = useState(false)
  const { kind } = entry
  if (!isRewritable(kind)) return null
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={rewriteKinds[kind].title}
      cancel="Leave as it is"
      actions={
        <Button type="submit" form={form} loading={busy}>
          Save
        </Button>
      }
    >
      <Form id={form} kind={kind} entry={entry} onBusy={setBusy} onDone={onClose} />
    </Dialog>
  )
}

interface FormProps {
  id: string
  kind: RewritableKind
  entry: OutboxEntry
  onBusy: (busy: boolean) => void
  onDone: () => void
}

function Form({ id, kind, entry, onBusy, onDone }: FormProps) {
  const { fields, resolver } = rewriteKinds[kind]
  const { revise } = useOutboxActions()
  const { timeZone } = regionOf[useSiteSettings().market]
  const notify = useNotify()
  const [late, setLate] = useState(false)
  // The values are read once: an update of the item must not replace typed text.
  const [start] = useState(() => readFieldTexts(fields, entry.payload, timeZone))
  const [refused] = useState(() => (entry.state === 'rejected' ? entry.error : undefined))
  const { register, handleSubmit, formState, setError } = useForm<FieldTexts>({
    resolver,
    defaultValues: start,
    mode: 'onTouched',
  })
  useEffect(() => {
    for (const { name } of fields) {
      const message = refused?.fields?.[name]
      if (message !== undefined) setError(name, { message })
    }
  }, [fields, refused, setError])

  async function submit(words: FieldTexts) {
    onBusy(true)
    const done = await revise(entry.id, applyRewrite(fields, entry.payload, words, timeZone) as AnyPayload)
    onBusy(false)
    setLate(!done)
    if (!done) return
    notify({ severity: 'success', message: 'Saved. It will be sent like this.' })
    onDone()
  }
  return (
    <form id={id} noValidate className="space-y-4" onSubmit={(event) => void handleSubmit(submit)(event)}>
      {refused && <ErrorNote>{refused.msg}</ErrorNote>}
      {fields.map((field) => (
        <RewriteControl
          key={field.name}
          field={field}
          start={start[field.name]}
          error={formState.errors[field.name]?.message}
          control={register(field.name)}
        />
      ))}
      {late && <ErrorNote>{onItsWayMessage}</ErrorNote>}
    </form>
  )
}
