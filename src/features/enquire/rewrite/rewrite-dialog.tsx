import { useEffect, useId, useState } from 'react'
import type { AnyPayload } from '#contract/commands.ts'
import { regionOf } from '#contract/values/region.ts'
import { type OutboxEntry, useOutboxActions, useSiteSettings } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { type FieldOf, useSchemaForm } from '#parts/forms/use-schema-form.ts'
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
  /** What it starts from. */
  start: string | undefined
  control: ReturnType<FieldOf<FieldTexts>>
}
const types = { text: 'text', email: 'email', tel: 'tel', time: 'datetime-local' } as const

/** The control that fits one field. */
function RewriteControl({ field: { label, look = 'text', options }, start, control }: Props) {
  if (look === 'long') return <Textarea label={label} {...control} />
  if (options) return <Select label={label} options={options} defaultValue={start} {...control} />
  return <TextInput label={label} type={types[look]} {...control} />
}

export interface RewriteProps {
  entry: OutboxEntry
  open: boolean
  onClose: () => void
}

/** The form that something was written in, with its words, and with the server's messages about them (I5). */
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
  const { fields, rules } = rewriteKinds[kind]
  const { revise } = useOutboxActions()
  const { timeZone } = regionOf[useSiteSettings().market]
  const notify = useNotify()
  const [late, setLate] = useState(false)
  // Read once: what is typed here must not be replaced by news about the item.
  const [start] = useState(() => readFieldTexts(fields, entry.payload, timeZone))
  const [refused] = useState(() => (entry.state === 'rejected' ? entry.error : undefined))
  const { form, field, refuse } = useSchemaForm<FieldTexts>({ schema: rules, start })
  useEffect(() => {
    refuse(
      fields.map(({ name }) => name),
      refused?.fields,
    )
  }, [fields, refused, refuse])

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
    <form
      id={id}
      noValidate
      className="space-y-4"
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
    >
      {refused && <ErrorNote>{refused.msg}</ErrorNote>}
      {fields.map((one) => (
        <RewriteControl key={one.name} field={one} start={start[one.name]} control={field(one.name)} />
      ))}
      {late && <ErrorNote>{onItsWayMessage}</ErrorNote>}
    </form>
  )
}
