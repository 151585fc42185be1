import { z } from 'zod/mini'
import { carStatuses, limits } from '../limits.ts'
import { id, instant, text, route, write } from '../parts.ts'

/** Chats between two people. A pair of people has one chat, regardless of who began it. */

/** Returns the key of the chat of two people (R-ENT-35, R-ENT-36). */
export const chatKey = (one: string, other: string): string => [one, other].sort().join('_')

/** Returns the first message of a chat about a car (R-STATE-21, R-STATE-22). */
export const openingMessage = (title: string): string =>
  `Hi, I want to know about the car titled ${title} that you posted.`

/** Sentence of the server for an empty list (R-ERR-11). */
export const noChats = "You don't have any chats available"

const party = z.object({ _id: id, fullname: z.string(), avatarurl: z.string() })

/** The car that the chat was most recently opened about, as the chat's bar shows it. */
export const aboutCar = z.object({
  _id: z.string(),
  slug: z.string(),
  title: z.string(),
  price: z.number(),
  image: z.string(),
  status: z.enum(carStatuses),
  /** Id of the seller. */
  creator: z.string(),
})

/**
 * A chat in the list (R-ENT-38), with the documented spelling. `sender` wrote the last message, `reciever` is the other
 * person.
 */
const chatEntry = z.object({
  _id: z.string(),
  sender: party,
  reciever: party,
  /** Whether the last message is addressed to the caller and the caller has not read it. */
  unread: z.boolean(),
  updated_at: instant,
  /** Absent when the chat is not about a car, or the car is deleted or hidden. */
  car: z.optional(aboutCar),
  /** Whether the caller has switched off e-mails and the badge for this chat. */
  muted: z.boolean(),
  /** Whether the caller has blocked messages from the other person. */
  blocked: z.boolean(),
})
export type ChatEntry = z.output<typeof chatEntry>

export const chatRoutes = {
  /**
   * Sends a message about a car to its seller; fails with `to_yourself` for one's own car (R-STATE-17 to R-STATE-23). Without
   * `message` the call sends the opening message, which needs only a login; any other message needs a plan (R-ROLE-07).
   * `client_ref` is minted on the phone; a duplicate with the same `client_ref` has no effect.
   */
  saveChatInfo: write('POST chat/save-chat-info', 'R-API-39', {
    // Strict, because a message under an unknown name must cause an error instead of getting lost.
    body: z.strictObject({
      receiver: id,
      car_id: id,
      message: z.optional(text('Please enter message', limits.message)),
      client_ref: z.optional(id),
    }),
  }),
  /** Lists chats, newest first, without the text of their messages. */
  myChatList: route('GET chat/my-chat-list', 'R-API-40', { data: z.array(chatEntry) }),
}
