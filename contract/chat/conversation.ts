import { z } from 'zod/mini'
import { route } from '../http.ts'
import { clean, id, instant, okShape } from '../parts.ts'
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
const chatChange = z.object({
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

export const conversationRoutes = {
  /**
   * One message to another person; the chat is made when there is none. `client_ref` is the id of the message: the same
   * id again is the same message, whatever words come with it. `to_yourself`, `subscription_required`, `forbidden` when
   * one of the two has blocked the other, `gone` when the other has no account any more.
   */
  sendMessage: route('POST', 'chat/send-message', {
    id: 'own:send-message',
    auth: 'required',
    write: true,
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
    reply: z.object({ ...okShape, data: z.object({ _id: z.string(), n: z.int() }) }),
  }),
  /**
   * What the caller's phone has of each chat: `last` is the id of the newest message it has (`delivered`) or shows
   * (`read`). A mark never goes back, and never covers a message that came meanwhile (R-CHAT-08, R-STATE-25).
   */
  markChats: route('POST', 'chat/mark', {
    id: 'own:mark-chats',
    auth: 'required',
    write: true,
    body: z.object({
      as: z.enum(['delivered', 'read']),
      chats: z.array(z.object({ other: id, last: id })).check(z.minLength(1), z.maxLength(100)),
    }),
    reply: z.object(okShape),
  }),
  /** At most `chatLimits.page` messages before the place `before`, oldest first. */
  olderMessages: route('GET', 'chat/older/:other/:before', {
    id: 'own:older-messages',
    auth: 'required',
    params: z.object({ other: id, before: z.string().check(z.regex(/^\d{1,9}$/)) }),
    reply: z.object({ ...okShape, data: z.array(chatMessage) }),
  }),
  /** What the caller decides about another person; what is left out stays as it is. */
  setChat: route('POST', 'chat/set', {
    id: 'own:set-chat',
    auth: 'required',
    write: true,
    body: z.object({ other: id, muted: z.optional(z.boolean()), blocked: z.optional(z.boolean()) }),
    reply: z.object({ ...okShape, data: z.object({ muted: z.boolean(), blocked: z.boolean() }) }),
  }),
  /** Tells the operator about a person one has a chat with. One open report of one person about another. */
  reportPerson: route('POST', 'chat/report-person', {
    id: 'own:report-person',
    auth: 'required',
    write: true,
    body: z
      .object({
        person: id,
        reason: z.enum(reportPersonReasons, { error: 'Please choose a reason' }),
        words: z._default(
          z.string().check(z.overwrite(clean), z.trim(), z.maxLength(1000, 'At most 1000 characters')),
          '',
        ),
      })
      .check(
        z.refine(({ reason, words }) => reason !== 'other' || words !== '', {
          path: ['words'],
          error: 'Please tell us what is wrong',
        }),
      ),
    reply: z.object({ ...okShape, data: z.object({ _id: id, created_at: instant }) }),
  }),
}
