import { headerLine, layOut, type LetterBody } from '../kernel/mail/layout.ts'

/** Milliseconds in which the same question about the same car is one question. */
export const sameQuestion = 60 * 60_000

/** Tells a seller that somebody asks; how to reach that person is theirs to tell. */
export function openingLetter(o: { from: string; car: string; chats: string }): LetterBody {
  const [from, car] = [headerLine(o.from), headerLine(o.car)]
  return layOut({
    subject: headerLine(`New message about ${car}`),
    lines: [`${from} wants to know about your car "${car}".`],
    link: { url: o.chats, words: 'Open the chat' },
  })
}
