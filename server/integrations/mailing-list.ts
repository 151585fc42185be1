import { z } from 'zod/mini'
import { jsonIn } from '#contract/values/unknown.ts'
import type { Config } from '../kernel/config.ts'
import { fetchBounded, OutsideFailure } from './bounded-fetch.ts'

/** Result of the service for an address. */
export type MailingListResult =
  | { kind: 'done' }
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason: string }

/** Mailing list that newsletters are sent to (R-EXT-04). */
export interface MailingList {
  /** Adds an address; a repetition has no effect. A failure of the service is returned, not thrown. */
  add: (address: string) => Promise<MailingListResult>
}

const listPatience = { ms: 10_000, bytes: 64 * 1024 } as const
/** Name of the function that the JSONP response calls in a page; this server does not call it. */
const callback = 'motorkin'

const reply = z.object({ result: z.enum(['success', 'error']), msg: z._default(z.string(), '') })

/** Returns the text of untrusted HTML for the operator: no tags, one short line. */
const plain = (html: string): string =>
  html
    .replace(/<[^>]*>?/g, ' ')
    .replace(/[<>\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)

/** Parses the response without running it: it must be one call of the requested function with one JSON object. */
function verdictOf(text: string): MailingListResult {
  const [, json = ''] = /^\s*motorkin\((\{[^]*\})\);?\s*$/.exec(text) ?? []
  const read = reply.safeParse(jsonIn(json))
  if (!read.success) return { kind: 'later', reason: 'an answer that is no reply of a mailing list' }
  const { result, msg } = read.data
  const reason = plain(msg)
  if (result === 'success' || /already (subscribed|a list member)/i.test(reason)) return { kind: 'done' }
  return { kind: /too many|try again|timed? ?out/i.test(reason) ? 'later' : 'refused', reason }
}

/** Returns the JSON address of the form whose address is `https://….list-manage.com/subscribe/post?u=…&id=…`. */
function addressOf(form: string, email: string): URL {
  const url = new URL(form)
  url.pathname = url.pathname.replace(/\/post$/, '/post-json')
  url.searchParams.set('EMAIL', email)
  url.searchParams.set('c', callback)
  return url
}

/** Returns the mailing list of the settings; undefined where none is set: then addresses stay on this server. */
export function mailingListOf(
  { mailingListUrl }: Pick<Config, 'mailingListUrl'>,
  patience: { ms: number; bytes: number } = listPatience,
): MailingList | undefined {
  if (mailingListUrl === undefined) return undefined
  return {
    add: async (email) => {
      try {
        const { body } = await fetchBounded(addressOf(mailingListUrl, email), patience)
        return verdictOf(body.toString('utf8'))
      } catch (error) {
        if (error instanceof OutsideFailure) return { kind: 'later', reason: error.message }
        throw error
      }
    },
  }
}
