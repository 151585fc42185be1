import type { KeyboardEvent } from 'react'

/** `keyCode` of a key that an input method consumes; Safari also uses it for the key that ends a composition. */
const takenByInputMethod = 229

/** Tells whether a key belongs to a running composition, as in Chinese or Japanese, and is no command. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === takenByInputMethod
