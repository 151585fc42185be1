/** Window event after the app has taken over a drawn page. Its detail is the function that repeats the recorded actions. */
export const takenOver = 'motorkin-taken-over'

export type FormControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Actions of a person on parts of a drawn page whose code was not loaded, as the loader records them. */
export interface EarlyActions {
  /** Changed fields with their values. */
  typed: Map<FormControl, string | boolean>
  /** The last tap or the last submitted form: a person who taps twice because nothing happens means one action. */
  last?: { element: HTMLElement; pressed: string | null; redo: () => void } | undefined
  /** Repeats the actions; undefined until the app has taken over. */
  redo?: (acts: EarlyActions) => void
}

/** Returns whether React has taken over an element: React then sets a property of its own on it. */
export const isOurs = (element: Element): boolean =>
  Object.keys(element).some((name) => name.startsWith('__react'))

/** Milliseconds between two checks whether the code of a part is loaded. */
const everyMs = 30
/** Milliseconds after which an action on a part without code is dropped: the code may never load. */
const patience = 12_000

let timer: ReturnType<typeof setTimeout> | undefined
/** Repeats the recorded input and tap when React has taken over all their elements; the code of a part may load later. */
export function redoEarlyActions(acts: EarlyActions, waited = 0): void {
  clearTimeout(timer)
  const { typed, last } = acts
  const waiting = [...typed.keys(), ...(last ? [last.element] : [])].filter((element) => element.isConnected)
  if (waited < patience && !waiting.every(isOurs)) {
    timer = setTimeout(redoEarlyActions, everyMs, acts, waited + everyMs)
    return
  }
  acts.typed = new Map()
  acts.last = undefined
  redo(typed, last).catch(reportError)
}

/** Repeats the actions one after the other, so that each sees the changes of the one before. */
async function redo(typed: EarlyActions['typed'], last: EarlyActions['last']): Promise<void> {
  for (const [field, value] of typed) {
    if (isOurs(field)) fill(field, value)
    await new Promise((next) => setTimeout(next))
  }
  if (!last?.element.isConnected || !isOurs(last.element)) return
  const now = last.element.getAttribute('aria-pressed')
  // A button that already has the wanted state, for example the heart of a saved car, is not tapped.
  if (last.pressed === null ? now !== 'true' : now === last.pressed) last.redo()
}

/** Sets a field so that React sees a change: React compares with the value that it rendered. */
function fill(field: FormControl, value: string | boolean): void {
  if (typeof value === 'string') {
    field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
    return
  }
  // A radio button is unchecked by checking another one.
  if (!(field instanceof HTMLInputElement) || (field.type === 'radio' && !value)) return
  field.checked = !value
  field.click()
}
