import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  type UseFormRegisterReturn,
  useForm,
  useWatch,
} from 'react-hook-form'
import type { z } from 'zod/mini'
import type { CommandKind, Payloads } from '#contract/commands.ts'
import type { AppError, FieldErrors } from '#contract/errors.ts'
import type { FilledForm } from '#contract/forms/filled.ts'
import {
  type FormDraft,
  type OutboxEntry,
  type PutResult,
  useCommand,
  useConnection,
  useOutbox,
  useOutboxActions,
  useOutboxEntry,
} from '#local/react'
import { patienceMs, deliveryPhase, latestOf } from './standing.tsx'
import { useTrap } from './use-trap.tsx'

/** Typed text of each field. */
type FormValues = Record<string, string>
/** Values of a form that a person has left; `item` is the id of the refused write with these values. */
export type OutboxFormDraft = FormValues & { item?: string }

/**
 * State of a form: idle, loading until the server answers, then success or error (R-STATE-29). `saved`: the write waits on this
 * phone. The state ends when the person leaves the screen; a waiting write stays.
 */
export type OutboxFormState =
  | { is: 'idle' | 'loading' }
  | { is: 'saved'; entry: OutboxEntry }
  | { is: 'success'; answer: string | undefined }
  | { is: 'error'; message: string; fields: FieldErrors }

interface Options<K extends CommandKind, V extends FormValues> {
  kind: K
  /** Rules of the contract and of the market. */
  schema: z.ZodMiniType<V>
  /** When a field is first validated: on its blur or on the submit. */
  mode?: 'onTouched' | 'onSubmit'
  start: Record<keyof V, string>
  draft: FormDraft<OutboxFormDraft>
  /** Whether the form stays on screen and is emptied once its values are stored, so that a second tap sends nothing twice. */
  stays?: boolean
  payloadOf: (values: V, filled: FilledForm) => Payloads[K]
  /** Receives whether the values are stored. */
  onPut?: (result: PutResult) => void
  /** Returns the fields of an earlier write of this form; undefined if that write has another subject. */
  fieldsOf?: (payload: Payloads[K]) => Readonly<Record<string, unknown>> | undefined
}

/** Manages a form whose values are stored on this phone first and are called sent only after the server has accepted them. */
export function useOutboxForm<K extends CommandKind, V extends FormValues>(o: Options<K, V>) {
  const { draft, kind, payloadOf, stays = false } = o
  const [blank] = useState(o.start)
  // The draft is read once; a draft saved later has the values that are already in the form.
  const [start] = useState(() => ({ ...o.start, ...draft.values }))
  const form = useForm<V>({
    resolver: standardSchemaResolver(o.schema as never) as Resolver<V>,
    defaultValues: start as DefaultValues<V>,
    mode: o.mode ?? 'onTouched',
  })
  const { control, setError, formState, reset, getValues } = form
  const { errors, isDirty } = formState
  const put = useCommand(kind)
  const { revise, remove } = useOutboxActions()
  const trap = useTrap()

  /** The last submitted write; `words` are the texts of the fields at that time, as JSON. */
  const [handed, setHanded] = useState<{ id: string; kept: boolean; values: V; words: string }>()
  const [failure, setFailure] = useState<AppError>()
  const [busy, setBusy] = useState(false)
  // Two taps in one frame are one submit: the state above changes too late for the second.
  const sending = useRef(false)
  /** Id of the refused write whose values are in the form. */
  const [taken, setTaken] = useState(draft.values?.item)
  const mine = useOutboxEntry(handed?.id ?? taken)
  const state = useStanding({ handed, mine, failure, busy })
  const safe = state.is === 'success' || state.is === 'saved' ? handed : undefined
  useEffect(() => {
    // Text typed since the submit stays.
    if (safe && stays && JSON.stringify(getValues()) === safe.words) reset(blank as DefaultValues<V>)
  }, [safe, stays, reset, getValues, blank])

  // After a refusal the values and errors are in the form, and in the draft for a person who leaves.
  const isError = state.is === 'error'
  const refusedId = mine && deliveryPhase(mine) === 'refused' ? mine.id : undefined
  const typed = useWatch({ control }) as V
  const returned = stays && handed?.id === refusedId ? handed : undefined
  // The form was emptied when the write was called saved.
  const isEmpty = Object.entries(blank).every(([name, text]) => typed[name] === text)
  /** The last refused write; `apart`: other text was typed meanwhile, so the form and the write remain separate. */
  const [back, setBack] = useState<{ of: object; apart: boolean }>()
  if (returned && back?.of !== returned)
    setBack({ of: returned, apart: !isEmpty && JSON.stringify(typed) !== returned.words })
  const item = returned && back?.apart ? undefined : refusedId
  useEffect(() => {
    if (returned && Object.entries(blank).every(([name, text]) => getValues()[name] === text))
      reset(JSON.parse(returned.words) as DefaultValues<V>, { keepDefaultValues: true })
  }, [returned, reset, getValues, blank])
  const { save, clear, values: before } = draft
  // A form that stays can be typed in again while its first write is being sent.
  const more = stays && handed !== undefined && JSON.stringify(typed) !== handed.words
  const open = state.is === 'idle' || isError || more
  const wasDirty = useRef(false)
  useEffect(() => {
    const undone = wasDirty.current && !isDirty
    wasDirty.current = open && isDirty
    if (!open) return
    if (isDirty || item !== undefined) save({ ...typed, ...(item !== undefined && { item }) })
    // Deleted text must not return.
    else if (undone && before) save(typed)
    else if (undone) clear()
  }, [open, isDirty, item, typed, save, clear, before])

  const refusedFields = isError ? JSON.stringify(state.fields) : '{}'
  useEffect(() => {
    const fields = JSON.parse(refusedFields) as FieldErrors
    const wrong = Object.keys(fields) as Path<V>[]
    wrong.forEach((name) => setError(name, { message: fields[name] ?? '' }))
  }, [refusedFields, setError])

  /** The last values: a second attempt with equal values is the same write, with the same fill time. */
  const last = useRef<{ words: string; filled: FilledForm }>(undefined)
  async function attempt(values: V) {
    if (sending.current) return
    sending.current = true
    const under = hand(values)
    draft.handOver(under)
    await under
  }
  async function hand(values: V) {
    setBusy(true)
    setFailure(undefined)
    const typedNow = JSON.stringify(getValues())
    const words = JSON.stringify(values)
    if (last.current?.words !== words) last.current = { words, filled: trap.filled() }
    const payload = payloadOf(values, last.current.filled)
    const left = draft.hand()
    // The refused write takes the new values, so that the outbox does not have it twice.
    const again = item !== undefined && (await revise(item, payload, left))
    const result: PutResult = again ? { ok: true, id: item, kept: true } : await put(payload, { draft: left })
    if (result.ok) {
      // An earlier attempt got no response, so the server is asked to void its key.
      if (item !== undefined && !again) await remove(item)
      last.current = undefined
      setHanded({ id: result.id, kept: result.kept, values, words: typedNow })
      draft.clear(left)
    } else setFailure(result.error)
    sending.current = false
    setBusy(false)
    o.onPut?.(result)
  }

  const elsewhere = useRefused(kind, o.fieldsOf)
  const refused = item === undefined ? elsewhere : mine
  function reopen({ id, payload }: OutboxEntry) {
    setTaken(id)
    const fields = o.fieldsOf?.(payload as Payloads[K])
    for (const name of Object.keys(blank) as Path<V>[]) {
      const text = fields?.[name]
      // Text typed since the refusal stays.
      const isTyped = form.getFieldState(name).isDirty || Boolean(draft.values?.[name])
      if (typeof text === 'string' && !isTyped) form.setValue(name, text as never, { shouldDirty: true })
    }
  }

  return {
    form,
    state,
    /** The write refused before the form was opened; `reopen` puts its values into the form, undefined if they are there. */
    refused: state.is === 'idle' &&
      refused && {
        entry: refused,
        reopen: item === undefined ? () => reopen(refused) : undefined,
      },
    /** Values of the last submit. */
    sent: handed?.values,
    trap: trap.field,
    submit: (event: FormEvent) => void form.handleSubmit(attempt)(event),
    /** Returns the props of a one-line field. */
    field: ((name, rules) => {
      const message = (errors as FieldValues)[name]?.message as unknown
      return { ...form.register(name, rules), error: typeof message === 'string' ? message : undefined }
    }) as FieldOf<V>,
  }
}
export type FieldOf<V extends FormValues> = <N extends Path<V>>(
  name: N,
  rules?: RegisterOptions<V, N>,
) => UseFormRegisterReturn<N> & { error: string | undefined }

/** Returns the last refused write of a form that is not corrected yet. */
function useRefused<K extends CommandKind>(
  kind: K,
  fieldsOf: (payload: Payloads[K]) => unknown = () => undefined,
): OutboxEntry | undefined {
  const refused = useOutbox().filter(
    (entry) =>
      entry.kind === kind &&
      entry.state === 'rejected' &&
      !entry.cancelling &&
      entry.error?.code !== 'corrupt_record' &&
      fieldsOf(entry.payload as Payloads[K]) !== undefined,
  )
  return latestOf(refused)
}

interface Facts {
  handed: { id: string; kept: boolean } | undefined
  mine: OutboxEntry | undefined
  failure: AppError | undefined
  busy: boolean
}
function useStanding({ handed, mine, failure, busy }: Facts): OutboxFormState {
  const { state: line } = useConnection()
  const [overdue, setOverdue] = useState<object>()
  useEffect(() => {
    if (!handed) return undefined
    const timer = setTimeout(() => setOverdue(handed), patienceMs)
    return () => clearTimeout(timer)
  }, [handed])

  if (busy) return { is: 'loading' }
  if (failure) return { is: 'error', message: failure.message, fields: failure.fields ?? {} }
  if (!handed) return { is: 'idle' }
  const late = overdue === handed
  // This phone stores nothing, and the server accepted the write at once (I12).
  if (!handed.kept) return { is: 'success', answer: mine?.answer }
  // The write was cancelled in another window; its values are in the form.
  if (!mine) return { is: late ? 'idle' : 'loading' }
  const phase = deliveryPhase(mine)
  if (phase === 'sent') return { is: 'success', answer: mine.answer }
  if (phase === 'refused') {
    const { msg, fields } = mine.error ?? {}
    return { is: 'error', message: msg ?? 'The server did not accept it.', fields: fields ?? {} }
  }
  const soon = line !== 'offline' && (mine.state === 'queued' || mine.state === 'sending')
  if (soon && !late) return { is: 'loading' }
  // After the form has said that the write waits, the person may type the next one, so the state must not return to loading.
  if (!late) setOverdue(handed)
  return { is: 'saved', entry: mine }
}
