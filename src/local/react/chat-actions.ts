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

/** Returns the key of a chat's draft, for `useFormDraft`; the transaction that stores the message deletes the draft. */
export const chatDraft = (other: string): string => `chat:${other}`

/** Returns the actions of a chat, for the person signed in at the render; refused after another one signs in (I7). */
export function useChatActions() {
  const local = useLocal()
  const me = useReadable(local.session).user?.id
  return useMemo(() => {
    const { ask, env } = local
    /** Loads the engine; rejects when another person is signed in. */
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
      /** Puts a message, with a chosen `picture`, into the outbox. The draft is deleted if it holds just these words. */
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
      /** Reduces a picture and stores it for the next message to this person, until it is sent or removed. */
      choose: (other: string, file: File) =>
        load()
          .then(async ({ photos }) => (await photos()).choose(chatDraft(other), { name: file.name, file }))
          .then((saved): ChooseResult => {
            if (saved.ok) return saved
            return { ok: false, error: new AppError(saved.error.code, { msg: saved.error.msg }) }
          })
          .catch(failed),
      /** Returns the chosen pictures that were not sent, in their order; undefined when the storage failed. */
      chosen: (other: string) =>
        load()
          .then(async ({ photos }) => (await photos()).chosen(chatDraft(other)))
          .catch(tolerate),
      unchoose: (other: string, imageId: string) =>
        load()
          .then(async ({ photos }) => (await photos()).unchoose(chatDraft(other), imageId))
          // A picture that could not be removed is offered again, which costs the person one tap.
          .catch(tolerate),
      /** Changes settings of a chat, online only; false when the server could not be reached. */
      set: async (other: string, change: { muted?: boolean; blocked?: boolean }) => {
        const answer = await ask(conversationRoutes.setChat, { body: { other, ...change } })
        if (answer.ok) await local.engine.get()?.chat.session.get()?.refresh()
        return answer.ok
      },
    }
  }, [local, me])
}
