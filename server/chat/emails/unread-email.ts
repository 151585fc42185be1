import { chatLimits } from '#contract/chat/message-rules.ts'
import { headerLine, layOut, type EmailBody } from '../../kernel/mail/layout.ts'
import type { Site } from '../../reference/reference-store.ts'

/** What an e-mail says of one chat: who wrote, and about which car; none of the words (decision 45). */
export interface WaitingChat {
  /** The sender's id. */
  from: string
  fullname: string
  car: string | null
}

/** Chats that an e-mail names. */
const named = 10

const firstName = (fullname: string) => headerLine(fullname).split(' ')[0] ?? ''
const aboutCar = (car: string | null) => (car === null ? '' : ` about "${headerLine(car)}"`)
/** Where these e-mails are turned off. */
const settingPath = '/profile?tab=profile&view=edit'

/** Tells a person of messages they have not read; `paid`: their plan includes the chat. */
export function unreadEmail(
  { name, publicUrl }: Site,
  chats: readonly WaitingChat[],
  paid: boolean,
): EmailBody {
  const [first] = chats
  const only = chats.length === 1 ? first : undefined
  const at = (path: string) => new URL(path, publicUrl).href
  const more = chats.length - named
  return layOut({
    subject: only
      ? `${firstName(only.fullname)} wrote to you${aboutCar(only.car)}`
      : `${chats.length} people wrote to you on ${name}`,
    lines: [
      'You have messages that you have not read:',
      ...chats
        .slice(0, named)
        .map(({ fullname, car }) => `${firstName(fullname)} wrote to you${aboutCar(car)}.`),
      ...(more > 0 ? [`And ${more} more.`] : []),
    ],
    link: {
      url: at(only ? `/chat?with=${encodeURIComponent(only.from)}` : '/chat'),
      words: only ? 'Open the chat' : 'Open your chats',
    },
    notes: [
      ...(paid ? [] : ['Reading and answering messages needs a plan. You have none at the moment.']),
      `You get this e-mail because a message was not read for ${chatLimits.emailAfterMinutes} minutes. There is no other one for the same chat until you have read it.`,
    ],
    end: { url: at(settingPath), words: 'Turn these e-mails off in your profile' },
  })
}
