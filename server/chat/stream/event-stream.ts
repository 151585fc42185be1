// One open event stream: what it has been sent, and whether its reader keeps up.
import type { ServerResponse } from 'node:http'
import type { ChatsEvent } from '#contract/chat/conversation.ts'

export interface StreamOwner {
  user: string
  session: string | undefined
  /** When a token ends that no session gave; undefined: when its session does. */
  ends: Date | undefined
}

/** The bytes of an event; the same for all streams of a person that are at the same number. */
export const eventText = (event: ChatsEvent): string =>
  `id: ${event.number}\nevent: chats\ndata: ${JSON.stringify(event)}\n\n`

export class EventStream {
  readonly owner: StreamOwner
  /** The number the phone has; undefined until it was sent everything. */
  number: number | undefined
  /** The number of chats last sent to the phone; undefined before the first event. */
  count: number | undefined
  /** Bytes wait for the reader: nothing more is written until they are gone, so no more than one event ever waits. */
  waiting = false
  readonly #response: ServerResponse
  #late = false

  constructor(response: ServerResponse, owner: StreamOwner, number: number | undefined) {
    this.#response = response
    this.owner = owner
    this.number = number
  }

  get isOpen(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded
  }

  /** Calls `onRoom` when bytes had to wait and are gone. */
  write(text: string, onRoom: () => void): void {
    if (this.#response.write(text)) return
    this.waiting = true
    this.#response.once('drain', () => {
      this.waiting = false
      this.#late = false
      onRoom()
    })
  }

  /** Shows the phone that the connection lives. False when the reader has taken nothing since the last beat. */
  beat(): boolean {
    if (this.waiting && this.#late) return false
    this.#late = this.waiting
    if (!this.waiting) this.write(':\n\n', () => undefined)
    return true
  }

  /** In order where that is possible: a reader that takes nothing would never see the end. */
  end(): void {
    if (this.waiting) this.#response.destroy()
    else this.#response.end()
  }
}
