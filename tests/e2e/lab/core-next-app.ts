import { commands, type Command, type EnquirySend } from '#contract/commands.ts'

interface NextEnquiry extends Omit<EnquirySend, 'message'> {
  text: string
}
const now = commands['enquiry.send']
const next: Command<NextEnquiry> = {
  ...(now as unknown as Command<NextEnquiry>),
  v: 2,
  shape: { carId: 'string', text: 'string' },
  upcast: {
    1: (older) => {
      const { message, ...rest } = older as EnquirySend
      return { ...rest, text: message }
    },
  },
  older: { 1: (older, context) => now.body(older as EnquirySend, context) },
  body: ({ text, ...rest }, context) => {
    const { message, ...sent } = now.body({ ...rest, message: text }, context)
    return { ...sent, text: message }
  },
}

/** Turns the app of this page into the next version, in which the message of an enquiry has another name. */
export function becomeNextApp(): void {
  Object.assign(commands, { 'enquiry.send': next })
}
