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
  /** Start values of the fields, from top to bottom. */
  start: V
  onTyped?: (values: V) => void
  /** Sends the values; resolves with undefined while an earlier attempt is under way. */
  send: (values: V) => Promise<D | { ok: false; error: AppError } | undefined>
  /** Values of the fields after a successful submit; text typed during the request stays. */
  after?: V
  onSent?: (done: D, values: V) => unknown
}

/** Returns whether the result is unknown: the server may not have been reached, or its response was lost. */
const isSilence = ({ code }: AppError): boolean => errorRules[code].status === 0

function waitWords(seconds: number): string {
  if (seconds < 60) return `You can try again in ${seconds} seconds.`
  const minutes = Math.ceil(seconds / 60)
  return `You can try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}

/**
 * Manages a form that is sent at once or not at all. A missing value is an error at its field, focuses the first such field and
 * sends nothing. A refusal shows the server's message in the alert titled Error (R-ERR-04, R-ERR-05) and its field messages at
 * their fields; a network failure is shown beside the button (`trouble`). The typed text always stays.
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
    /** Message beside the button. */
    trouble,
    submit: (event?: FormEvent) => {
      // A second Enter during the request must not submit again.
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
