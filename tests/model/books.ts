import {
  commandRegistry,
  type AnyPayload,
  type Command,
  type CommandRegistry,
  type ContactSend,
} from '#contract/commands.ts'

/** The current app and its next version, which run side by side on one phone (I16). */
interface NewContact extends Omit<ContactSend, 'subject'> {
  topic: string
}
const contact = commandRegistry['contact.send']
if (!contact) throw new Error('No contact.send')

const newContact: Command<NewContact> = {
  ...(contact as unknown as Command<NewContact>),
  v: 2,
  shape: { fullname: 'string', email: 'string', message: 'string', topic: 'string' },
  upcast: {
    1: (older) => {
      const { subject, ...rest } = older as ContactSend
      return { ...rest, topic: subject }
    },
  },
  older: { 1: (payload, context) => contact.body(payload as AnyPayload, context) },
  body: (payload, context) => ({ ...payload, client_ref: context.itemId }),
}
const note: Command<{ text: string }> = {
  v: 1,
  method: 'POST',
  path: 'notes/save',
  auth: 'none',
  lane: (_, itemId) => itemId,
  merge: 'append',
  whenGone: 'rejected',
  shape: { text: 'string' },
  body: (payload, context) => ({ ...payload, client_ref: context.itemId }),
}

export const books: Readonly<Record<'old' | 'new', CommandRegistry>> = {
  old: commandRegistry,
  new: {
    ...commandRegistry,
    'contact.send': newContact as unknown as Command<AnyPayload>,
    'note.save': note as unknown as Command<AnyPayload>,
  },
}
export type Book = keyof typeof books
