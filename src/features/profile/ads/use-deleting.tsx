import { useEffect, useRef, useState, useEffectEvent } from 'react'
import { AppError } from '#contract/errors.ts'
import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing, type PutResult, type useAdDrafts, useCommand, useOutboxActions } from '#local/react'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { useWriteNotice } from '../write-notices.tsx'
import type { OwnAd } from './use-own-ads.ts'
import { Question } from '#ui/layer/question.tsx'

const undoBy = (back: () => Promise<void>) => ({
  label: 'Undo',
  run: () => void back().catch(ignoreExpected('undo', isPassing)),
})

/** Milliseconds in which a confirmed deletion can be undone before it is sent. */
const grace = 3000

export type Withdraw = ReturnType<typeof useAdDrafts>['withdraw']

/**
 * Deletion that is being put into the outbox, or was put there last. `undone` is true if the person undid it before the put
 * had ended.
 */
interface Deletion {
  result: Promise<PutResult>
  undone: boolean
  /** Turns the ad into a draft again; set when no part of the ad was sent. */
  back?: (() => Promise<void>) | undefined
}

/** Deletes ads after a confirmation, and undoes a deletion while that is possible. */
export function useDeleting(withdraw: Withdraw) {
  const [confirming, setConfirming] = useState<{ ad: OwnAd; open: boolean }>()
  const remove = useCommand('ad.delete')
  const { remove: takeBack } = useOutboxActions()
  const notify = useNotify()
  const notifyOfWrite = useWriteNotice()
  const showError = useErrorAlert()
  const close = () => setConfirming((before) => before && { ...before, open: false })

  const [leaving, setLeaving] = useState<readonly string[]>([])
  const timers = useRef(new Map<string, { ad: OwnAd; timer: ReturnType<typeof setTimeout> }>())
  const puts = useRef(new Map<string, Deletion>())
  /** Deletes an ad that the server does not have, together with its draft. */
  async function removeUnsent({ id, fields }: OwnAd) {
    const done = await withdraw(id, fields.title)
    const put = puts.current.get(id)
    if (put) put.back = done?.back
    return done?.result ?? ({ ok: false, error: new AppError('storage_unavailable') } as const)
  }
  async function goOn(ad: OwnAd) {
    const { id, fields, birth } = ad
    clearTimeout(timers.current.get(id)?.timer)
    timers.current.delete(id)
    const put: Deletion = {
      result: birth ? removeUnsent(ad) : remove({ adId: id, title: fields.title }),
      undone: false,
    }
    puts.current.set(id, put)
    const result = await put.result
    const { back, undone } = put
    if (back && !undone)
      notify({ severity: 'info', message: 'Deleted. It was not sent.', action: undoBy(back) })
    else if (!undone) notifyOfWrite(result, showError)
    setLeaving((all) => all.filter((one) => one !== id))
  }
  const goOnWithAll = useEffectEvent(() => {
    for (const { ad } of timers.current.values()) void goOn(ad)
  })
  // A person who leaves this page has decided, so waiting deletions go to the outbox at once.
  useEffect(() => {
    const now = () => goOnWithAll()
    window.addEventListener('pagehide', now)
    return () => {
      window.removeEventListener('pagehide', now)
      now()
    }
  }, [])

  function sure(ad: OwnAd) {
    close()
    // Two taps count as one deletion, which one undo reverses.
    if (timers.current.has(ad.id)) return
    setLeaving((all) => [...all, ad.id])
    timers.current.set(ad.id, { ad, timer: setTimeout(() => void goOn(ad), grace) })
  }
  async function undo({ id, waiting }: OwnAd) {
    const going = timers.current.get(id)
    if (going) {
      clearTimeout(going.timer)
      timers.current.delete(id)
      setLeaving((all) => all.filter((one) => one !== id))
      notify({ severity: 'success', message: 'It stays as it was.' })
      return
    }
    // A deletion that was just put may be missing among the waiting writes.
    const put = puts.current.get(id)
    // Two taps on undo count as one.
    if (put?.undone) return
    if (put) put.undone = true
    const last = await put?.result
    puts.current.delete(id)
    if (put?.back) {
      await put.back().catch(ignoreExpected('undo', isPassing))
      notify({ severity: 'success', message: 'It is a draft again.' })
      return
    }
    const wish = waiting.find((entry) => entry.kind === 'ad.delete')?.id ?? (last?.ok ? last.id : undefined)
    const outcome = wish !== undefined ? await takeBack(wish) : last?.ok === false ? 'removed' : 'unknown'
    if (outcome === 'removed') notify({ severity: 'success', message: 'It stays as it was.' })
    else if (outcome === 'cancelling')
      notify({
        severity: 'info',
        message: 'It may already have left. We will take it back if there is still time.',
      })
    else if (outcome === 'failed')
      notify({ severity: 'error', message: 'This phone did not answer. Please try again.' })
    else notify({ severity: 'error', message: 'It was already deleted.' })
  }
  // The person confirms before an ad is deleted (R-PROF-10).
  const question = confirming && (
    <Question
      title="Delete this ad?"
      open={confirming.open}
      onNo={close}
      yes="Delete"
      onYes={() => sure(confirming.ad)}
    >
      <p>
        {confirming.ad.fields.title}: the ad and its pictures are deleted for good. If the car found a new
        home, you can mark it as Sold instead.
      </p>
    </Question>
  )
  return {
    confirm: (ad: OwnAd) => setConfirming({ ad, open: true }),
    undo,
    /** Returns whether the deletion was confirmed, but not sent yet. */
    isLeaving: (id: string) => leaving.includes(id),
    question,
  }
}
