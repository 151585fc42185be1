import type { ChatStore } from '../../src/local/chat/chat-store.ts'

/** A place in which the conformance suite runs: one of the stores with real infrastructure, and a network that can fail. */
export interface ChatWorld {
  readonly kind: ChatStore['kind']
  /** Name of the place for titles: `embedded, Node`, `Firestore, Chromium` and so on. */
  readonly name: string
  /** Creates a new person who may chat. */
  person: (name: string) => Promise<ChatWorldPerson>
  /** Opens another phone of the person, with a store of its own. */
  phone: (person: ChatWorldPerson) => Promise<ChatWorldPhone>
  /** Returns everything that `stranger` can try by hand against the chat of two others, without a phone's store. */
  attacks: (o: {
    stranger: ChatWorldPerson
    victims: readonly [ChatWorldPerson, ChatWorldPerson]
  }) => readonly ChatAttack[]
  /** Returns the keys under which the database holds chats of this person. */
  storedKeys: (person: ChatWorldPerson) => Promise<readonly string[]>
  /** Sets the last change of every chat to `days` days ago, and runs the job that removes undelivered messages. */
  undeliveredAfter?: (days: number) => Promise<void>
  /** Milliseconds after which a change counts as lost on the way from one phone to another; 20 seconds by default. */
  patience?: number
  stop: () => Promise<void>
}

export interface ChatWorldPerson {
  id: string
  name: string
}

export interface ChatWorldPhone {
  store: ChatStore
  /** Blocks all traffic and ends open connections. */
  offline: () => Promise<void>
  online: () => Promise<void>
  /** Delivers the next send to the store and loses the response. */
  loseNextAnswer: () => Promise<void>
  /** Releases the phone for reuse after its store was closed. */
  discard?: () => Promise<void>
}

export interface ChatAttack {
  /** Name of the attempt, for the title: `read the chat`, `listen to the list`, `send in another name`, `mark as read`. */
  name: string
  /** Makes the attempt. Resolves with whether the store allowed it. */
  run: () => Promise<'refused' | 'done'>
}
