import { z } from 'zod/mini'
import { clean, freeText, id, instant, route, write } from '../parts.ts'
import { explained } from '../forms/reports.ts'
import { messageFault } from './message-rules.ts'

/** The live part of a chat: messages, marks, the event stream, and what a person decides about another. */

/** One message. `n` is its place in the chat, from 1, in the order in which the store committed. */
export const chatMessage = z.object({
  /** Minted on the phone that wrote it; messages of other apps have one made from their place. */
  id: z.string(),
  n: z.int(),
  sender: z.string(),
  message: z.string(),
  /** Milliseconds, as the clock of the sender's phone said: shown, never compared. */
  timestamp: z.int(),
  /** Address of its picture. */
  image: z.optional(z.string()),
})
export type ChatMessage = z.output<typeof chatMessage>

/** One chat as it is after a change. */
export const chatChange = z.object({
  /** The other person's id. */
  other: z.string(),
  /** Messages the phone does not have yet, oldest first; at most `chatLimits.tail`, the newest ones. */
  messages: z.array(chatMessage),
  /** The place of the newest message of the chat; 0 when none is left. */
  last: z.int(),
  /** The phone replaces what it keeps of this chat with `messages`. */
  whole: z.boolean(),
  /** Who wrote the last message. */
  last_sender: z.string(),
  receiver_has_read: z.boolean(),
  /** The caller's messages up to this place are on a phone of the other person. */
  delivered_to: z.int(),
  /** The caller's messages up to this place were read by the other person. */
  read_to: z.int(),
  /** The other person's messages up to this place were read by the caller. */
  own_read_to: z.int(),
  updated_at: instant,
})
export type ChatChange = z.output<typeof chatChange>

/**
 * The event stream: `GET chat/events` with the bearer token answers `text/event-stream`. `Last-Event-ID` names the last
 * number the phone has applied; without it, or with one the server cannot continue from, the first event is full.
 */
export const chatEventsPath = 'chat/events'
/** Data of the event `chats`; its SSE `id` is `number`. */
export const chatsEvent = z.object({
  /** Grows with each change of this person's chats, not by one; the next event continues from it. */
  number: z.int(),
  /** These are all chats of the person, the newest 100 of more: what the phone keeps beside them is gone. */
  full: z.boolean(),
  /**
   * How many chats the person has, at most 100: of more a phone keeps the newest 100. One that keeps another number asks
   * again without `Last-Event-ID`.
   */
  count: z.int(),
  chats: z.array(chatChange),
})
export type ChatsEvent = z.output<typeof chatsEvent>

/** Verbatim but for the white space around it; what commands a screen goes, as phones take it out before they send. */
const messageText = z.string().check(
  z.trim(),
  z.refine((v) => v === '' || messageFault(v) === undefined, {
    error: (issue) => messageFault(String(issue.input)) ?? '',
  }),
  z.overwrite(clean),
)

export const reportPersonReasons = ['scam', 'abuse', 'spam', 'other'] as const
export type ReportPersonReason = (typeof reportPersonReasons)[number]
export const reportPersonLabels: Readonly<Record<ReportPersonReason, string>> = {
  scam: 'Fraud or scam',
  abuse: 'Threats or insults',
  spam: 'Advertising',
  other: 'Something else',
}

const reportWords = {
  reason: z.enum(reportPersonReasons, { error: 'Please choose a reason' }),
  words: z._default(freeText(1000), ''),
}
/** What a person types about another. */
export const reportPersonForm = z.object(reportWords).check(explained)

export const conversationRoutes = {
  /**
   * One message to another person; the chat is made when there is none. `client_ref` is the id of the message: the same
   * id again is the same message, whatever words come with it. `to_yourself`, `subscription_required`, `forbidden` when
   * one of the two has blocked the other, `gone` when the other has no account any more.
   */
  sendMessage: write('POST chat/send-message', 'own:send-message', {
    body: z
      .object({
        receiver: id,
        message: messageText,
        /** Id of a picture this person uploaded. */
        image: z.optional(id),
        timestamp: z.int(),
        client_ref: id,
      })
      .check(
        z.refine(({ message, image }) => message !== '' || image !== undefined, {
          path: ['message'],
          error: 'Please enter message',
        }),
      ),
    /** `n` is 0 where the store gives the place later. */
    data: z.object({ _id: z.string(), n: z.int() }),
  }),
  /**
   * What the caller's phone has of each chat: `last` is the id of the newest message it has (`delivered`) or shows
   * (`read`). A mark never goes back, and never covers a message that came meanwhile (R-CHAT-08, R-STATE-25).
   */
  markChats: write('POST chat/mark', 'own:mark-chats', {
    body: z.object({
      as: z.enum(['delivered', 'read']),
      chats: z.array(z.object({ other: id, last: id })).check(z.minLength(1), z.maxLength(100)),
    }),
  }),
  /** At most `chatLimits.page` messages before the place `before`, oldest first. */
  olderMessages: route('GET chat/older/:other/:before', 'own:older-messages', {
    params: { other: id, before: z.string().check(z.regex(/^\d{1,9}$/)) },
    data: z.array(chatMessage),
  }),
  /** What the caller decides about another person; what is left out stays as it is. */
  setChat: write('POST chat/set', 'own:set-chat', {
    body: z.object({ other: id, muted: z.optional(z.boolean()), blocked: z.optional(z.boolean()) }),
    data: z.object({ muted: z.boolean(), blocked: z.boolean() }),
  }),
  /** Tells the operator about a person one has a chat with. One open report of one person about another. */
  reportPerson: write('POST chat/report-person', 'own:report-person', {
    body: z.object({ person: id, ...reportWords }).check(explained),
    data: z.object({ _id: id, created_at: instant }),
  }),
}
