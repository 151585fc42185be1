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

/** What was typed, each field as a text. */
type FormValues = Record<string, string>
/** A form that was left; `item` is the write that the server refused and that these words belong to. */
export type OutboxFormDraft = FormValues & { item?: string }

/**
 * A form is idle, then loading until the server has answered, then a success or an error (R-STATE-29). `saved`: it
 * waits on this phone. All of it is forgotten when the screen is left; what waits is not.
 */
export type OutboxFormState =
  | { is: 'idle' | 'loading' }
  | { is: 'saved'; entry: OutboxEntry }
  | { is: 'success'; answer: string | undefined }
  | { is: 'error'; message: string; fields: FieldErrors }

interface Options<K extends CommandKind, V extends FormValues> {
  kind: K
  /** The rules of the contract, with those of the market. */
  schema: z.ZodMiniType<V>
  /** When a field is first called wrong: as it is left, or as the form is sent. */
  mode?: 'onTouched' | 'onSubmit'
  start: Record<keyof V, string>
  draft: FormDraft<OutboxFormDraft>
  /** Stays on screen, and is empty once its words are safe: a second tap sends nothing twice. */
  stays?: boolean
  payloadOf: (values: V, filled: FilledForm) => Payloads[K]
  /** Hears whether the words are safe. */
  onPut?: (result: PutResult) => void
  /** The fields by an earlier write of this form; undefined where that was about something else. */
  fieldsOf?: (payload: Payloads[K]) => Readonly<Record<string, unknown>> | undefined
}

/** A form whose words are saved on this phone first and are called sent only when the server took them. */
export function useOutboxForm<K extends CommandKind, V extends FormValues>(o: Options<K, V>) {
  const { draft, kind, payloadOf, stays = false } = o
  const [blank] = useState(o.start)
  // Read once; a draft saved meanwhile is what is here already.
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

  /** What went out last, with the words as they stood in the fields. */
  const [handed, setHanded] = useState<{ id: string; kept: boolean; values: V; words: string }>()
  const [failure, setFailure] = useState<AppError>()
  const [busy, setBusy] = useState(false)
  // Two taps in one frame are one wish: the state above would come too late for the second.
  const sending = useRef(false)
  /** The refused write whose words are in the form. */
  const [taken, setTaken] = useState(draft.values?.item)
  const mine = useOutboxEntry(handed?.id ?? taken)
  const state = useStanding({ handed, mine, failure, busy })
  const safe = state.is === 'success' || state.is === 'saved' ? handed : undefined
  useEffect(() => {
    // What was typed since the tap stays.
    if (safe && stays && JSON.stringify(getValues()) === safe.words) reset(blank as DefaultValues<V>)
  }, [safe, stays, reset, getValues, blank])

  // The server refused it: the input and its errors are here, and in the draft for a person who leaves.
  const isError = state.is === 'error'
  const refusedId = mine && deliveryPhase(mine) === 'refused' ? mine.id : undefined
  const typed = useWatch({ control }) as V
  const returned = stays && handed?.id === refusedId ? handed : undefined
  // It was emptied when they were called saved.
  const isEmpty = Object.entries(blank).every(([name, text]) => typed[name] === text)
  /** What came back last; `apart`: other words were typed in its place, and it stays what it is. */
  const [back, setBack] = useState<{ of: object; apart: boolean }>()
  if (returned && back?.of !== returned)
    setBack({ of: returned, apart: !isEmpty && JSON.stringify(typed) !== returned.words })
  const item = returned && back?.apart ? undefined : refusedId
  useEffect(() => {
    if (returned && Object.entries(blank).every(([name, text]) => getValues()[name] === text))
      reset(JSON.parse(returned.words) as DefaultValues<V>, { keepDefaultValues: true })
  }, [returned, reset, getValues, blank])
  const { save, clear, values: before } = draft
  // A form that stays is typed in again while its first words are under way.
  const more = stays && handed !== undefined && JSON.stringify(typed) !== handed.words
  const open = state.is === 'idle' || isError || more
  const wasDirty = useRef(false)
  useEffect(() => {
    const undone = wasDirty.current && !isDirty
    wasDirty.current = open && isDirty
    if (!open) return
    if (isDirty || item !== undefined) save({ ...typed, ...(item !== undefined && { item }) })
    // What was deleted again must not come back.
    else if (undone && before) save(typed)
    else if (undone) clear()
  }, [open, isDirty, item, typed, save, clear, before])

  const refusedFields = isError ? JSON.stringify(state.fields) : '{}'
  useEffect(() => {
    const fields = JSON.parse(refusedFields) as FieldErrors
    const wrong = Object.keys(fields) as Path<V>[]
    wrong.forEach((name) => setError(name, { message: fields[name] ?? '' }))
  }, [refusedFields, setError])

  /** A second try of the same words is the same write, also in how long they took. */
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
    // What was refused takes the new words, so that it is not in the outbox twice.
    const again = item !== undefined && (await revise(item, payload, left))
    const result: PutResult = again ? { ok: true, id: item, kept: true } : await put(payload, { draft: left })
    if (result.ok) {
      // An earlier try of it got no answer: the server is asked to refuse that for ever.
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
      // What was typed since stays.
      const isTyped = form.getFieldState(name).isDirty || Boolean(draft.values?.[name])
      if (typeof text === 'string' && !isTyped) form.setValue(name, text as never, { shouldDirty: true })
    }
  }

  return {
    form,
    state,
    /** What was refused before the form was opened; `reopen` brings its words back where they are not here yet. */
    refused: state.is === 'idle' &&
      refused && {
        entry: refused,
        reopen: item === undefined ? () => reopen(refused) : undefined,
      },
    /** What was handed over last. */
    sent: handed?.values,
    trap: trap.field,
    submit: (event: FormEvent) => void form.handleSubmit(attempt)(event),
    /** What a field of one line carries. */
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

/** The last write of a form that the server refused and that nobody has put right yet. */
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
  // This phone keeps nothing, and the server took it at once (I12).
  if (!handed.kept) return { is: 'success', answer: mine?.answer }
  // Taken back in another window: the words are still in the form.
  if (!mine) return { is: late ? 'idle' : 'loading' }
  const phase = deliveryPhase(mine)
  if (phase === 'sent') return { is: 'success', answer: mine.answer }
  if (phase === 'refused') {
    const { msg, fields } = mine.error ?? {}
    return { is: 'error', message: msg ?? 'The server did not accept it.', fields: fields ?? {} }
  }
  const soon = line !== 'offline' && (mine.state === 'queued' || mine.state === 'sending')
  if (soon && !late) return { is: 'loading' }
  // Once told that it waits, a person may type the next one: nothing starts over when it goes out.
  if (!late) setOverdue(handed)
  return { is: 'saved', entry: mine }
}
