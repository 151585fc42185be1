import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useCallback } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod/mini'
import type { FieldErrors } from '#contract/errors.ts'

interface Options<V extends FieldValues> {
  schema: z.ZodMiniType
  start: V
  /** When a field is first called wrong: as it is left, or as the form is sent. */
  mode?: 'onTouched' | 'onSubmit'
}

/** A form by the rules of a schema; the server's sentences about its fields stand beside them. */
export function useSchemaForm<V extends FieldValues>({ schema, start, mode = 'onTouched' }: Options<V>) {
  const form = useForm<V>({
    resolver: standardSchemaResolver(schema as never) as Resolver<V>,
    defaultValues: start as DefaultValues<V>,
    mode,
  })
  const { setError, formState } = form
  const { errors } = formState
  /** What a field of one line carries. */
  const field = <N extends Path<V>>(name: N, rules?: RegisterOptions<V, N>) => {
    const message = errors[name]?.message
    return { ...form.register(name, rules), error: typeof message === 'string' ? message : undefined }
  }
  /** Puts the server's sentences to those of the fields that they are about; the first may take the focus. */
  const refuse = useCallback(
    (names: readonly Path<V>[], reasons: Readonly<FieldErrors> = {}, shouldFocus = false) => {
      const wrong = names.filter((name) => reasons[name] !== undefined)
      for (const [i, name] of wrong.entries())
        setError(name, { message: reasons[name] ?? '' }, { shouldFocus: shouldFocus && i === 0 })
    },
    [setError],
  )
  return { form, field, refuse }
}
export type FieldOf<V extends FieldValues> = ReturnType<typeof useSchemaForm<V>>['field']
