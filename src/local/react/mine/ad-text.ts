import { useCallback } from 'react'
import { AppError, isErrorCode } from '#contract/errors.ts'
import { pathOf } from '#contract/http.ts'
import { describeEvents, describeRoutes, type DescribeSource } from '#contract/selling/describe.ts'
import type { DescribeFields } from '#contract/selling/describe-fields.ts'
import { errorOf } from '../../transport/http-client.ts'
import { streamEvents } from '../../transport/stream.ts'
import { useLocal } from '../context.ts'

export interface AdTextListener {
  /** Called with the author of the text. */
  began: (source: DescribeSource) => void
  /** Called with the next piece of plain text. */
  more: (text: string) => void
  /** Aborted when the text is no longer needed. */
  signal: AbortSignal
}
const route = describeRoutes.generateDescription

/**
 * Returns a function that requests a description from the server and passes on its pieces as they are written. It never throws;
 * it resolves to undefined when the text is complete.
 */
export function useAdText() {
  const { env, session, ask } = useLocal()
  return useCallback(
    async (fields: DescribeFields, to: AdTextListener): Promise<AppError | undefined> => {
      // The server validates the fields, which the form does not check at run time.
      const body = fields as Record<string, unknown>
      const { token } = session.get()
      if (token !== undefined) {
        let failure: AppError | undefined
        const onEvent = (name: string, data: unknown) => {
          const { start, text, error } = describeEvents
          if (name === 'start') {
            const parsed = start.safeParse(data)
            if (parsed.success) to.began(parsed.data.source)
          } else if (name === 'text') {
            const parsed = text.safeParse(data)
            if (parsed.success) to.more(parsed.data.text)
          } else if (name === 'error') {
            const { code, msg } = error.safeParse(data).data ?? { code: 'internal', msg: '' }
            failure = new AppError(isErrorCode(code) ? code : 'internal', msg === '' ? {} : { msg })
          }
        }
        const { signal } = to
        const end = await streamEvents(env, { path: pathOf(route), body, token, onEvent, signal })
        if (end.ok) return failure
        if (end.status !== 401) return errorOf(end.error, end.status)
      }
      // This request renews an expired login; the text then arrives in one piece.
      const answer = await ask(route, { body: body as never })
      if (!answer.ok) return answer.error
      to.began(answer.body.data.source)
      to.more(answer.body.data.text)
      return undefined
    },
    [ask, env, session],
  )
}
