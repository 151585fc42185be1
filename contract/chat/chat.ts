import { z } from 'zod/mini'
import { carStatuses, limits } from '../limits.ts'
import { id, instant, text, route, write } from '../parts.ts'

/** Two people who write to each other have one chat, no matter who began it. */

/** The key of the chat of two people (R-ENT-35, R-ENT-36). */
export const chatKey = (one: string, other: string): string => [one, other].sort().join('_')

/** What a chat begins with (R-STATE-21, R-STATE-22). */
export const openingMessage = (title: string): string =>
  `Hi, I want to know about the car titled ${title} that you posted.`

/** Said by the server with an empty list (R-ERR-11). */
export const noChats = "You don't have any chats available"

const party = z.object({ _id: id, fullname: z.string(), avatarurl: z.string() })

/** The car a chat was last begun about, as its bar shows it. */
export const aboutCar = z.object({
  _id: z.string(),
  slug: z.string(),
  title: z.string(),
  price: z.number(),
  image: z.string(),
  status: z.enum(carStatuses),
  /** Its seller's id. */
  creator: z.string(),
})

/** R-ENT-38, spelled as documented. `sender` wrote the last message, `reciever` is the other one. */
const chatEntry = z.object({
  _id: z.string(),
  sender: party,
  reciever: party,
  /** The last message is for the caller, and the caller has not read it. */
  unread: z.boolean(),
  updated_at: instant,
  /** Missing where the chat is about no car, or the car is deleted or hidden. */
  car: z.optional(aboutCar),
  /** The caller wants no e-mail and no badge for this chat. */
  muted: z.boolean(),
  /** The caller takes no messages from the other person. */
  blocked: z.boolean(),
})
export type ChatEntry = z.output<typeof chatEntry>

export const chatRoutes = {
  /**
   * Sends a message about a car to its seller; `to_yourself` for one's own (R-STATE-17 to R-STATE-23). Without `message`
   * it is the opening one, which needs a login alone; words of one's own need a plan (R-ROLE-07). `client_ref` is
   * minted on the phone and makes a late duplicate harmless for ever.
   */
  saveChatInfo: write('POST chat/save-chat-info', 'R-API-39', {
    // Strict: words under a name that this call does not know must not be swallowed.
    body: z.strictObject({
      receiver: id,
      car_id: id,
      message: z.optional(text('Please enter message', limits.message)),
      client_ref: z.optional(id),
    }),
  }),
  /** Newest first; the words of the messages are not in it. */
  myChatList: route('GET chat/my-chat-list', 'R-API-40', { data: z.array(chatEntry) }),
}
