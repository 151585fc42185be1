import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type RegisterOptions, type Resolver, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod/mini'
import { cleanLine } from '#contract/parts.ts'
import type { ProfileFields } from '#contract/users/profile.ts'
import { type FormDraft, type PreparedPhoto, useCommand, useOutboxEntry, useSession } from '#local/react'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { useWriteNotice } from '../write-notices.tsx'
import { type Me, type PictureName, pictures } from '../use-me.ts'

/** A picture that was picked, or the wish that there be none. */
export type Picked = PreparedPhoto | 'none'
/** What a form was opened over: an edit is made on exactly this (I9). */
interface Base {
  version: number
  fields: ProfileFields
}
/** The values of a form; each form shows some of the fields. */
export interface EditFormValues extends ProfileFields {
  base: Base
}
type TextName = Exclude<keyof ProfileFields, 'opening_hours' | 'chat_emails'>
/** A form that was left with something typed, each part as a text. */
export type EditDraft = { typed: string; base: string; picked: string }

interface Options {
  me: Me
  /** The fields as they are now, with what waits on top. */
  now: ProfileFields
  /** The fields of this form. */
  names: readonly (keyof ProfileFields)[]
  picture: PictureName
  schema: z.ZodMiniType
  draft: FormDraft<EditDraft>
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
/** What was written before a text was cleaned as it is now is not a change. */
const asSaved = (value: unknown) => (typeof value === 'string' ? cleanLine(value).trim() : value)
/** A new form over things as they are, or with the words that were refused when they were last sent. */
const over = (base: Base, words: Partial<ProfileFields> = {}): EditFormValues => ({
  ...base.fields,
  ...words,
  base,
})

/**
 * A form over some fields of one's own account. Only what was changed is sent, with the version it was changed on; what
 * the server refused is in the form again, with the reasons.
 */
export function useEditForm({ me, now, names, picture, schema, draft }: Options) {
  const { user } = useSession()
  const put = useCommand('profile.edit')
  const notify = useNotify()
  const notifyOfWrite = useWriteNotice()
  const stuck = useOutboxEntry(me.undecided)
  const refused = stuck?.state === 'rejected' && 'patch' in stuck.payload ? stuck.payload.patch : {}
  const only = (from: Readonly<Record<string, unknown>>): Partial<ProfileFields> =>
    Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]]))

  const current: Base = { version: me.version, fields: now }
  const [left] = useState(() => leftIn(draft.values))
  const [picked, setPicked] = useState<Picked | undefined>(left?.picked)
  const [busy, setBusy] = useState(false)
  const form = useForm<EditFormValues>({
    resolver: standardSchemaResolver(schema as never) as Resolver<EditFormValues>,
    defaultValues: left ? over(left.base, left.typed) : over(current, only(refused)),
    mode: 'onTouched',
  })
  const { control, reset, setError, getValues } = form
  const all = useWatch({ control }) as EditFormValues
  const typed = JSON.stringify(only({ ...all }))
  const base = JSON.stringify(all.base)
  const dirty = picked !== undefined || typed !== JSON.stringify(only({ ...all.base.fields }))

  // A person who has not begun to type sees what is new; one who has keeps what they saw. Words that were refused come back.
  const newest = JSON.stringify(over(current, only(refused)))
  // Before the next key, which makes it theirs.
  useLayoutEffect(() => {
    const next = JSON.parse(newest) as EditFormValues
    if (!dirty && base !== JSON.stringify(next.base)) reset(next)
  }, [dirty, newest, base, reset])

  const { save, clear } = draft
  const hasDraft = useRef(left !== undefined)
  useEffect(() => {
    if (busy) return
    if (dirty) save({ typed, base, picked: JSON.stringify(picked ?? null) })
    else if (hasDraft.current) clear()
    hasDraft.current = dirty
  }, [dirty, busy, typed, base, picked, save, clear])

  const reasons = stuck?.error?.fields
  useEffect(() => {
    for (const name of names) if (reasons?.[name] !== undefined) setError(name, { message: reasons[name] })
  }, [reasons, names, setError])

  async function send(values: Partial<ProfileFields>) {
    if (busy || !user) return
    const seen = getValues('base')
    const changed = names.filter((name) => !same(values[name], asSaved(seen.fields[name])))
    const patch: Record<string, unknown> = Object.fromEntries(changed.map((name) => [name, values[name]]))
    if (picked !== undefined) patch[pictures[picture].field] = picked === 'none' ? '' : picked.imageId
    if (Object.keys(patch).length === 0) {
      notify({ severity: 'info', message: 'Nothing was changed.' })
      return
    }
    setBusy(true)
    const before: Readonly<Record<string, unknown>> = only({ ...getValues() })
    const photos = picked === undefined || picked === 'none' ? [] : [picked.id]
    const made = { version: seen.version, snapshot: { ...seen.fields } }
    const left = draft.hand()
    const result = await put({ uid: user.id, patch }, { base: made, pictures: photos, draft: left })
    setBusy(false)
    notifyOfWrite(result)
    if (!result.ok) {
      const { fields } = result.error
      for (const name of names) if (fields?.[name] !== undefined) setError(name, { message: fields[name] })
      return
    }
    clear(left)
    hasDraft.current = false
    // What was changed since stays.
    setPicked((now) => (now === picked ? undefined : now))
    const typedSince = Object.entries(only({ ...getValues() })).filter(
      ([name, value]) => !same(value, before[name]),
    )
    // What was saved is what the next edit is made on.
    reset(over({ ...seen, fields: { ...seen.fields, ...only(values) } }, Object.fromEntries(typedSince)))
    if (!result.kept) me.reading.refresh()
  }
  const submit = () =>
    form.handleSubmit((values) => {
      const work = send(only({ ...values }))
      draft.handOver(work)
      return work
    })()
  const { errors } = form.formState
  /** What a field of one line carries. */
  const field = <N extends TextName>(name: N, rules?: RegisterOptions<EditFormValues, N>) => ({
    ...form.register(name, rules),
    error: errors[name]?.message,
  })
  return { form, field, busy, picked, setPicked, submit }
}
export type Edit = ReturnType<typeof useEditForm>

/** What was left typed; undefined when nothing was, or another version of the app wrote it. */
function leftIn(values: EditDraft | undefined) {
  if (!values) return undefined
  try {
    return {
      base: JSON.parse(values.base) as Base,
      typed: JSON.parse(values.typed) as Partial<ProfileFields>,
      picked: (JSON.parse(values.picked) as Picked | null) ?? undefined,
    }
  } catch {
    return undefined
  }
}
