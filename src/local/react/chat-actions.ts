import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import { useMemo } from 'react'
import { conversationRoutes } from '#contract/chat/conversation.ts'
import { AppError } from '#contract/errors.ts'
import { clean } from '#contract/parts.ts'
import { attachmentsRow } from '../outbox/message-attachments.ts'
import type { PutResult } from '../outbox/view.ts'
import { blobIdOf } from '../upload/blob-rows.ts'
import type { ChosenPhoto } from '../upload/save-photo.ts'
import { useLocal, useReadable } from './context.ts'

export type ChosenPicture = ChosenPhoto
export type ChooseResult = { ok: true; imageId: string } | { ok: false; error: AppError }

export type ChatActions = ReturnType<typeof useChatActions>

/** Key of the draft of a chat, for `useFormDraft`; it goes in the transaction that takes the message. */
export const chatDraft = (other: string): string => `chat:${other}`

/** What one can do in a chat, in the name of the signed-in person when it is drawn: nobody else's phone takes it (I7). */
export function useChatActions() {
  const local = useLocal()
  const me = useReadable(local.session).user?.id
  return useMemo(() => {
    const { ask, env } = local
    /** Rejects when somebody else is here by now. */
    async function load() {
      const engine = await local.load()
      if (me === undefined || local.session.get().user?.id !== me) throw new AppError('unauthenticated')
      return engine
    }
    const tolerate = ignoreExpected('chat-action', isPassing, (e) => e instanceof AppError)
    const failed = (error: unknown) => {
      tolerate(error)
      return {
        ok: false,
        error: error instanceof AppError ? error : new AppError('storage_unavailable'),
      } as const
    }
    return {
      /** Into the outbox; `picture` names a chosen one, which goes with it. So does the draft that holds these words alone. */
      async send(other: string, { text, picture }: { text: string; picture?: string }): Promise<PutResult> {
        const lane = chatDraft(other)
        const payload = {
          receiver: other,
          message: clean(text).trim(),
          timestamp: Math.round(env.now()),
          ...(picture !== undefined && { image: picture }),
        }
        const pictures = picture === undefined ? [] : [blobIdOf(attachmentsRow(lane), picture)]
        return load()
          .then((engine) =>
            engine.put('chat.send', payload, undefined, pictures, { id: lane, words: [{ text }] }),
          )
          .catch(failed)
      },
      /** Makes a picture small and keeps it for the next message to them, through a kill, until it is sent or taken out. */
      choose: (other: string, file: File) =>
        load()
          .then(async ({ photos }) => (await photos()).choose(chatDraft(other), { name: file.name, file }))
          .then((saved): ChooseResult => {
            if (saved.ok) return saved
            return { ok: false, error: new AppError(saved.error.code, { msg: saved.error.msg }) }
          })
          .catch(failed),
      /** The chosen ones that were not sent, in their order; undefined where this phone cannot say. */
      chosen: (other: string) =>
        load()
          .then(async ({ photos }) => (await photos()).chosen(chatDraft(other)))
          .catch(tolerate),
      unchoose: (other: string, imageId: string) =>
        load()
          .then(async ({ photos }) => (await photos()).unchoose(chatDraft(other), imageId))
          // It is offered again, which costs the person a tap.
          .catch(tolerate),
      /** Online only; false when the server could not be reached. */
      set: async (other: string, change: { muted?: boolean; blocked?: boolean }) => {
        const answer = await ask(conversationRoutes.setChat, { body: { other, ...change } })
        if (answer.ok) await local.engine.get()?.chat.session.get()?.refresh()
        return answer.ok
      },
    }
  }, [local, me])
}
