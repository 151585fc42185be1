import type { ChatStore } from '../../src/local/chat/chat-store.ts'

/** A place the conformance suite runs in: one of the stores with everything real behind it, and a network that can fail. */
export interface ChatWorld {
  readonly kind: ChatStore['kind']
  /** Name of the place for titles: `embedded, Node`, `Firestore, Chromium` and so on. */
  readonly name: string
  /** A person of their own who may chat; never the same twice. */
  person: (name: string) => Promise<ChatWorldPerson>
  /** A phone of that person with a store of its own; each call is another phone. */
  phone: (person: ChatWorldPerson) => Promise<ChatWorldPhone>
  /** Everything `stranger` can try by hand against the chat of two others, past the store of a phone. */
  attacks: (o: {
    stranger: ChatWorldPerson
    victims: readonly [ChatWorldPerson, ChatWorldPerson]
  }) => readonly ChatAttack[]
  /** Under which keys the store holds chats of this person, asked of the place itself and not of a phone. */
  storedKeys: (person: ChatWorldPerson) => Promise<readonly string[]>
  /** Every chat so far was touched that many days ago, and the job that removes undelivered messages has run. */
  undeliveredAfter?: (days: number) => Promise<void>
  /** Milliseconds a change may take from one phone to another before it counts as lost; 20 seconds when left out. */
  patience?: number
  stop: () => Promise<void>
}

export interface ChatWorldPerson {
  id: string
  name: string
}

export interface ChatWorldPhone {
  store: ChatStore
  /** Nothing goes out or comes in any more; open connections end. */
  offline: () => Promise<void>
  online: () => Promise<void>
  /** The next send reaches the store, and its answer is lost. */
  loseNextAnswer: () => Promise<void>
  /** After its store was closed: the place may have it for another one. */
  discard?: () => Promise<void>
}

export interface ChatAttack {
  /** What is tried, for the title: `read the chat`, `listen to the list`, `send in another name`, `mark as read`. */
  name: string
  /** Whether the store let it happen. */
  run: () => Promise<'refused' | 'done'>
}
