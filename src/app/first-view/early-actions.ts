/** Event of the window: the app has taken a drawn page over. Its detail takes what was done on the page before. */
export const takenOver = 'motorkin-taken-over'

export type FormControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What a person did on a part of a drawn page before its code was there, as the loader records it. */
export interface EarlyActions {
  /** What each field holds that was changed. */
  typed: Map<FormControl, string | boolean>
  /** The last tap or the last form that was sent: who taps twice sees nothing happen, and means it once. */
  last?: { element: HTMLElement; pressed: string | null; redo: () => void } | undefined
  /** Does it again; undefined until the app is there. */
  redo?: (acts: EarlyActions) => void
}

/** React marks what it has taken over with a property of its own. */
export const isOurs = (element: Element): boolean =>
  Object.keys(element).some((name) => name.startsWith('__react'))

/** Milliseconds between two looks whether the code of a part is there. */
const everyMs = 30
/** And until what still has none is given up: it may never come. */
const patience = 12_000

let timer: ReturnType<typeof setTimeout> | undefined
/** What was typed and tapped is done as soon as the app answers for all of it: the code of a part may come a little later. */
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

/** One after the other: each is to see what the one before has changed. */
async function redo(typed: EarlyActions['typed'], last: EarlyActions['last']): Promise<void> {
  for (const [field, value] of typed) {
    if (isOurs(field)) fill(field, value)
    await new Promise((next) => setTimeout(next))
  }
  if (!last?.element.isConnected || !isOurs(last.element)) return
  const now = last.element.getAttribute('aria-pressed')
  // A heart that turns out to be saved already is what they wanted.
  if (last.pressed === null ? now !== 'true' : now === last.pressed) last.redo()
}

/** React must see a change: it holds what it has drawn for the truth. */
function fill(field: FormControl, value: string | boolean): void {
  if (typeof value === 'string') {
    field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
    return
  }
  // One of several is left by choosing another.
  if (!(field instanceof HTMLInputElement) || (field.type === 'radio' && !value)) return
  field.checked = !value
  field.click()
}
