import { z } from 'zod/mini'
import { clean, freeText, id, instant, route, write } from '../parts.ts'
import { explained } from '../forms/reports.ts'
import { messageFault } from './message-rules.ts'

/** The live part of a chat: messages, read marks, the event stream, and a person's settings for another person. */

/** One message. `n` is its position in the chat, from 1, in the order of the store's commits. */
export const chatMessage = z.object({
  /** Id minted on the sender's phone. A message of another app gets an id that is derived from its position. */
  id: z.string(),
  n: z.int(),
  sender: z.string(),
  message: z.string(),
  /** Milliseconds by the clock of the sender's phone; only displayed, never compared. */
  timestamp: z.int(),
  /** URL of the message's picture. */
  image: z.optional(z.string()),
})
export type ChatMessage = z.output<typeof chatMessage>

/** The state of one chat after a change. */
export const chatChange = z.object({
  /** Id of the other person. */
  other: z.string(),
  /** Messages that the phone lacks, oldest first: the newest `chatLimits.tail` at most. */
  messages: z.array(chatMessage),
  /** Position of the newest message; 0 when the chat has no messages. */
  last: z.int(),
  /** Whether `messages` replaces everything that the phone has stored of this chat. */
  whole: z.boolean(),
  /** Id of the sender of the last message. */
  last_sender: z.string(),
  receiver_has_read: z.boolean(),
  /** Position up to which the caller's messages have reached a phone of the other person. */
  delivered_to: z.int(),
  /** Position up to which the other person has read the caller's messages. */
  read_to: z.int(),
  /** Position up to which the caller has read the other person's messages. */
  own_read_to: z.int(),
  updated_at: instant,
})
export type ChatChange = z.output<typeof chatChange>

/**
 * Path of the event stream: `GET chat/events` with the bearer token returns `text/event-stream`. `Last-Event-ID` is the last
 * number that the phone has applied. Without it, or with a number that the server cannot continue from, the first event is
 * full.
 */
export const chatEventsPath = 'chat/events'
/** Data of the event `chats`; its SSE `id` is `number`. */
export const chatsEvent = z.object({
  /**
   * Number of the event. It grows with each change of this person's chats, not always by one; the next event continues from
   * it.
   */
  number: z.int(),
  /** Whether `chats` holds all chats of the person, at most the newest 100. The phone then deletes every other chat. */
  full: z.boolean(),
  /**
   * Number of the person's chats, at most 100, because a phone stores the newest 100. A phone with another number of chats
   * reconnects without `Last-Event-ID`.
   */
  count: z.int(),
  chats: z.array(chatChange),
})
export type ChatsEvent = z.output<typeof chatsEvent>

/**
 * Text of a message. The schema trims the text, and `clean` removes control characters; phones do the same before they send
 * the text.
 */
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
/** Form to report a person. */
export const reportPersonForm = z.object(reportWords).check(explained)

export const conversationRoutes = {
  /**
   * Sends one message to another person and creates the chat if necessary. `client_ref` is the id of the message: a second
   * request with the same id is the same message, whatever its text. Fails with `to_yourself`, with `subscription_required`,
   * with `forbidden` when one of the two has blocked the other, and with `gone` when the other person's account is deleted.
   */
  sendMessage: write('POST chat/send-message', 'own:send-message', {
    body: z
      .object({
        receiver: id,
        message: messageText,
        /** Id of a picture that this person has uploaded. */
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
    /** `n` is 0 when the store assigns the position later. */
    data: z.object({ _id: z.string(), n: z.int() }),
  }),
  /**
   * Records which messages have arrived on the caller's phone. `last` is the id of the newest message that the phone has
   * (`delivered`) or shows (`read`). A mark never moves back and never covers a message that arrived later (R-CHAT-08,
   * R-STATE-25).
   */
  markChats: write('POST chat/mark', 'own:mark-chats', {
    body: z.object({
      as: z.enum(['delivered', 'read']),
      chats: z.array(z.object({ other: id, last: id })).check(z.minLength(1), z.maxLength(100)),
    }),
  }),
  /** Returns at most `chatLimits.page` messages before the position `before`, oldest first. */
  olderMessages: route('GET chat/older/:other/:before', 'own:older-messages', {
    params: { other: id, before: z.string().check(z.regex(/^\d{1,9}$/)) },
    data: z.array(chatMessage),
  }),
  /** Changes the caller's settings for another person; an absent field stays unchanged. */
  setChat: write('POST chat/set', 'own:set-chat', {
    body: z.object({ other: id, muted: z.optional(z.boolean()), blocked: z.optional(z.boolean()) }),
    data: z.object({ muted: z.boolean(), blocked: z.boolean() }),
  }),
  /** Reports a person whom the caller has a chat with to the operator. The caller can have one open report about each person. */
  reportPerson: write('POST chat/report-person', 'own:report-person', {
    body: z.object({ person: id, ...reportWords }).check(explained),
    data: z.object({ _id: id, created_at: instant }),
  }),
}
