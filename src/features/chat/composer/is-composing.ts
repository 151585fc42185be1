import type { KeyboardEvent } from 'react'

/** What an input method answers to a key while words are composed; Safari says so of the key that ends them too. */
const takenByInputMethod = 229

/** The key is about words that are still composed, as in Chinese or Japanese, and is no command. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === takenByInputMethod
