/** What the guard needs from the page; a test hands in its own. */
export interface GuardWorld {
  isOnline: () => boolean
  hasUnsavedInput: () => boolean
  reload: () => void
  /** Survives the reload, not the tab. */
  memory: Pick<Storage, 'getItem' | 'setItem'> | undefined
  now: () => number
}

const memoryKey = 'chunk-reload'
/** After this long another release may have come: reload again rather than show an error. */
const againMs = 10 * 60_000

/**
 * After a release the old page may ask for code that is gone. One reload fetches the new page, but only with a
 * connection and only while nobody has typed something. Answers whether it reloads.
 */
export function guardChunk(world: GuardWorld): boolean {
  if (!world.isOnline() || world.hasUnsavedInput() || !world.memory) return false
  const last = Number(world.memory.getItem(memoryKey) ?? 0)
  if (world.now() - last < againMs) return false
  world.memory.setItem(memoryKey, String(world.now()))
  world.reload()
  return true
}

/** Whether some visible form differs from how it was first shown. */
export function hasUnsavedInput(document: Document): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'main textarea, main form input',
  )
  return [...fields].some((field) =>
    field.type === 'checkbox' || field.type === 'radio'
      ? (field as HTMLInputElement).checked !== (field as HTMLInputElement).defaultChecked
      : field.value !== field.defaultValue,
  )
}
