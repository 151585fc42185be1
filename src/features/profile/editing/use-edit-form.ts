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

/** Picked picture, or `none` to remove the picture. */
export type Picked = PreparedPhoto | 'none'
/** State of the account when the form was opened; the edit is based on it (I9). */
interface Base {
  version: number
  fields: ProfileFields
}
/** Values of a form; each form shows some of the fields. */
export interface EditFormValues extends ProfileFields {
  base: Base
}
type TextName = Exclude<keyof ProfileFields, 'opening_hours' | 'chat_emails'>
/** Unsent input of a form that was left, each part as JSON text. */
export type EditDraft = { typed: string; base: string; picked: string }

interface Options {
  me: Me
  /** Current fields, with the waiting edits on top. */
  now: ProfileFields
  /** Fields of this form. */
  names: readonly (keyof ProfileFields)[]
  picture: PictureName
  schema: z.ZodMiniType
  draft: FormDraft<EditDraft>
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
/** Cleans a stored value as the schema does, so that a value stored before this rule does not count as a change. */
const asSaved = (value: unknown) => (typeof value === 'string' ? cleanLine(value).trim() : value)
/** Returns initial values: the current fields, or the values that the server refused. */
const over = (base: Base, words: Partial<ProfileFields> = {}): EditFormValues => ({
  ...base.fields,
  ...words,
  base,
})

/**
 * Manages a form over some fields of the own account. Sends only changed fields, with the version on which the edit is based.
 * Values that the server refused are in the form again, with the reasons.
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

  // An untouched form shows new data; a touched form keeps its data. Refused values return to the form.
  const newest = JSON.stringify(over(current, only(refused)))
  // A layout effect runs before the next key press, which would make the form touched.
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
    // Input changed during the request stays.
    setPicked((now) => (now === picked ? undefined : now))
    const typedSince = Object.entries(only({ ...getValues() })).filter(
      ([name, value]) => !same(value, before[name]),
    )
    // The next edit is based on the saved values.
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
  /** Returns the props of a one-line field. */
  const field = <N extends TextName>(name: N, rules?: RegisterOptions<EditFormValues, N>) => ({
    ...form.register(name, rules),
    error: errors[name]?.message,
  })
  return { form, field, busy, picked, setPicked, submit }
}
export type Edit = ReturnType<typeof useEditForm>

/** Reads unsent input; undefined when it is missing or another version of the app wrote it. */
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
