// Photos are reduced in a worker of their own, because a page that decodes 48 million pixels cannot scroll meanwhile.
import { createShrink, imageToolsOf, type ShrinkResult } from './shrink.ts'

interface Host {
  onmessage: ((event: { data: Blob }) => void) | null
  postMessage: (message: ShrinkResult | 'unable', transfer: ArrayBuffer[]) => void
}

const host = globalThis as unknown as Host
const tools = imageToolsOf()
const shrink = tools && createShrink(tools)

async function answer(file: Blob): Promise<void> {
  const result = shrink ? await shrink(file) : 'unable'
  host.postMessage(result, result !== 'unable' && result.ok ? [result.photo.buf, result.photo.thumb] : [])
}
host.onmessage = ({ data }) => {
  answer(data).catch(() => {
    // The page then reduces the photo itself.
    host.postMessage('unable', [])
  })
}
