import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  useForm,
} from 'react-hook-form'
import { type AppError, errorRules } from '#contract/errors.ts'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'

interface Options<V extends FieldValues, O> {
  schema: Parameters<typeof standardSchemaResolver<V, unknown, O>>[0]
  start: DefaultValues<V>
  /** The fields from top to bottom. */
  names: readonly Path<V>[]
  /** Told at each change. */
  onTyped?: (values: V) => void
  /** Tells why it came to nothing; undefined when all is well. */
  send: (values: O) => Promise<AppError | undefined>
}

/** Nobody knows what the server did, or whether it was reached. */
const isSilence = ({ code }: AppError): boolean => errorRules[code].status === 0

function silenceWords(error: AppError): string {
  return `${error.message} What you typed is still here: please try again.`
}
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
export function useEntryForm<V extends FieldValues, O>({
  schema,
  start,
  names,
  onTyped,
  send,
}: Options<V, O>) {
  const form = useForm<V, unknown, O>({
    resolver: standardSchemaResolver<V, unknown, O>(schema),
    defaultValues: start,
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

  async function attempt(values: O) {
    setError(undefined)
    const failed = await send(values)
    setError(failed)
    if (!failed || isSilence(failed)) return
    const wrong = names.filter((name) => failed.fields?.[name] !== undefined)
    wrong.forEach((name, i) => {
      form.setError(name, { message: failed.fields?.[name] ?? '' }, { shouldFocus: i === 0 })
    })
    showError(failed.message)
  }
  const trouble =
    error &&
    (isSilence(error)
      ? silenceWords(error)
      : error.retryAfter === undefined
        ? undefined
        : waitWords(error.retryAfter))
  return {
    form,
    busy: isSubmitting,
    /** Why the last try came to nothing. */
    error,
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
