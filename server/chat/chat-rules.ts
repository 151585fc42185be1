import { headerLine, layOut, type EmailBody } from '../kernel/mail/layout.ts'

/** Milliseconds in which the same question about the same car is one question. */
export const sameQuestion = 60 * 60_000

/** Tells a seller that somebody asks; how to reach that person is theirs to tell. */
export function openingEmail(o: { from: string; car: string; chats: string }): EmailBody {
  const [from, car] = [headerLine(o.from), headerLine(o.car)]
  return layOut({
    subject: headerLine(`New message about ${car}`),
    lines: [`${from} wants to know about your car "${car}".`],
    link: { url: o.chats, words: 'Open the chat' },
  })
}
