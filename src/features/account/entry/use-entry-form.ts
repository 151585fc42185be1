import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod/mini'
import { type AppError, errorRules } from '#contract/errors.ts'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'

interface Options<V extends FieldValues, D extends { ok: true }> {
  schema: z.ZodMiniType<V, V>
  /** The fields from top to bottom, with what they begin with. */
  start: V
  /** Told at each change. */
  onTyped?: (values: V) => void
  /** Undefined while an earlier try is under way. */
  send: (values: V) => Promise<D | { ok: false; error: AppError } | undefined>
  /** What the fields hold once their words were sent; what is typed while they are on their way stays. */
  after?: V
  onSent?: (done: D, values: V) => unknown
}

/** Nobody knows what the server did, or whether it was reached. */
const isSilence = ({ code }: AppError): boolean => errorRules[code].status === 0

function waitWords(seconds: number): string {
  if (seconds < 60) return `You can try again in ${seconds} seconds.`
  const minutes = Math.ceil(seconds / 60)
  return `You can try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}

/**
 * A form that is sent at once or not at all. A missing value is an error at its field, with the focus on the first, and
 * nothing is sent. A refusal shows the server's words in the alert titled Error (R-ERR-04, R-ERR-05) and its sentences
 * at their fields; a missing network is shown beside the button (`trouble`). What was typed stays in every case.
 */
export function useEntryForm<V extends FieldValues, D extends { ok: true }>(o: Options<V, D>) {
  const { schema, start, onTyped, send, after, onSent } = o
  const form = useForm<V>({
    resolver: standardSchemaResolver(schema as never) as Resolver<V>,
    defaultValues: start as DefaultValues<V>,
  })
  const { errors, isSubmitting } = form.formState
  const { subscribe } = form
  const typed = useEffectEvent((values: V) => onTyped?.(values))
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => typed(values) }),
    [subscribe],
  )
  const showError = useErrorAlert()
  const [error, setError] = useState<AppError>()

  async function attempt(values: V) {
    setError(undefined)
    const words = JSON.stringify(form.getValues())
    const result = await send(values)
    if (!result) return
    if (result.ok) {
      if (after && JSON.stringify(form.getValues()) === words) form.reset(after)
      await onSent?.(result, values)
      return
    }
    const { error: failed } = result
    setError(failed)
    if (isSilence(failed)) return
    const wrong = (Object.keys(start) as Path<V>[]).filter((name) => failed.fields?.[name] !== undefined)
    wrong.forEach((name, i) => {
      form.setError(name, { message: failed.fields?.[name] ?? '' }, { shouldFocus: i === 0 })
    })
    showError(failed.message)
  }
  const trouble =
    error &&
    (isSilence(error)
      ? `${error.message} What you typed is still here: please try again.`
      : error.retryAfter === undefined
        ? undefined
        : waitWords(error.retryAfter))
  return {
    form,
    busy: isSubmitting,
    /** The message beside the button. */
    trouble,
    submit: (event?: FormEvent) => {
      // A second Enter while the first is on its way is the same wish.
      event?.preventDefault()
      if (!isSubmitting) void form.handleSubmit(attempt)()
    },
    field: <N extends Path<V>>(name: N, rules?: RegisterOptions<V, N>) => {
      const message = errors[name]?.message
      return { ...form.register(name, rules), error: typeof message === 'string' ? message : undefined }
    },
  }
}
export type EntryFormState = Pick<ReturnType<typeof useEntryForm>, 'submit' | 'busy' | 'trouble'>
