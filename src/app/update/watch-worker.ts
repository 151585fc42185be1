import { Workbox } from 'workbox-window'
import type { Notify } from '#ui/layer/snackbar.tsx'
import { keepPictures } from './keep-pictures.ts'
import { nameManifest } from './name-manifest.ts'
import { offerUpdate } from './offer-update.ts'

/** How often a page that stays open asks for a newer version. */
const everyMs = 60 * 60_000

/** Names the manifest, registers the worker and offers a new version when there is one; the answer ends the watch. */
export async function watchWorker(notify: Notify): Promise<() => void> {
  nameManifest(document.head)
  const worker = new Workbox('/sw.js')
  offerUpdate(worker, notify, () => location.reload())
  let rest = () => {}
  worker.addEventListener('controlling', () => {
    rest()
    rest = keepPictures(worker)
  })
  await worker.register({ immediate: true })
  const timer = setInterval(() => void worker.update().catch(() => undefined), everyMs)
  return () => {
    clearInterval(timer)
    rest()
  }
}
