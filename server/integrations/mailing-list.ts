import { z } from 'zod/mini'
import { jsonIn } from '#contract/values/unknown.ts'
import type { Config } from '../kernel/config.ts'
import { fetchBounded, OutsideFailure } from './bounded-fetch.ts'

/** What the service says of an address. */
export type MailingListResult =
  | { kind: 'done' }
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason: string }

/** A person who keeps the list that newsletters are sent to (R-EXT-04). */
export interface MailingList {
  /** Never throws; telling it twice is as good as once. */
  add: (address: string) => Promise<MailingListResult>
}

const listPatience = { ms: 10_000, bytes: 64 * 1024 } as const
/** Name of the function that the answer would call in a page; nothing calls it here. */
const callback = 'motorkin'

const reply = z.object({ result: z.enum(['success', 'error']), msg: z._default(z.string(), '') })

/** The words of HTML from outside, for an operator's eyes: no tags, one short line. */
const plain = (html: string): string =>
  html
    .replace(/<[^>]*>?/g, ' ')
    .replace(/[<>\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)

/** The answer is read, never run: one call of the function that was asked for, with one JSON object and nothing around it. */
function verdictOf(text: string): MailingListResult {
  const [, json = ''] = /^\s*motorkin\((\{[^]*\})\);?\s*$/.exec(text) ?? []
  const read = reply.safeParse(jsonIn(json))
  if (!read.success) return { kind: 'later', reason: 'an answer that is no reply of a mailing list' }
  const { result, msg } = read.data
  const reason = plain(msg)
  if (result === 'success' || /already (subscribed|a list member)/i.test(reason)) return { kind: 'done' }
  return { kind: /too many|try again|timed? ?out/i.test(reason) ? 'later' : 'refused', reason }
}

/** `https://….list-manage.com/subscribe/post?u=…&id=…`, the address of the service's form, as its JSON form takes it. */
function addressOf(form: string, email: string): URL {
  const url = new URL(form)
  url.pathname = url.pathname.replace(/\/post$/, '/post-json')
  url.searchParams.set('EMAIL', email)
  url.searchParams.set('c', callback)
  return url
}

/** The service of the settings; undefined where none is set: then addresses stay here. */
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
