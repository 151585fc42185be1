import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import { type AdDraftView, type PutResult, useConnection } from '#local/react'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import {
  type AdName,
  adNames,
  type AdValues,
  checkAd,
  isAdName,
  toText,
  readTypedTexts,
  toAdValues,
} from './ad-values.ts'
import { isAboutPictures, type Album } from '../photos/album.ts'
import { stepFields, isStep, type WizardStep, findStep } from './steps.ts'

export const myAdsAddress = '/profile?tab=my-ads'

/** R-POST-16, R-VAL-51 */
const fillAll = 'Fill all the fields!'

export type Ad = Extract<ReturnType<typeof checkAd>, { ok: true }>['ad']

interface Options {
  /** What the form is opened over. */
  start: AdValues
  /** The step it is opened at, where the draft knows none. */
  at?: string | undefined
  draft: AdDraftView
  /** What is wrong with the pictures; nothing may be sent then. */
  photoError: string | undefined
  /** Pictures that were picked and are not stored yet. */
  picked: Album['picked']
  /** The server's messages about fields when it refused this ad (S19). */
  reasons: Readonly<Record<string, string>> | undefined
  /** Everything is filled in; undefined where nothing was to be sent, which was said. */
  send: (ad: Ad) => Promise<PutResult | void>
  /** Said of what waits without signal, and of what the server took at once. */
  words: { waits: string; done: string }
}

export type AdForm = ReturnType<typeof useAdForm>

const resolver: Resolver<AdValues> = (values) => {
  const checked = checkAd(values)
  if (checked.ok) return { values, errors: {} }
  const errors = Object.entries(checked.errors).map(([name, message]) => [name, { type: 'rule', message }])
  return { values: {}, errors: Object.fromEntries(errors) as Record<string, never> }
}
const textsIn = (values: AdValues) =>
  Object.fromEntries(adNames.map((name) => [name, toText(values[name])])) as Record<AdName, string>

/** The one state behind the wizard and the long form: input is saved, checked and sent. */
export function useAdForm({ start, at, draft, photoError, picked, reasons, send, words }: Options) {
  const notify = useNotify()
  const showError = useErrorAlert()
  const { state: network } = useConnection()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const [checked, setChecked] = useState(false)
  const [step, setStep] = useState<WizardStep>(() => {
    const first = adNames.find((name) => reasons?.[name] !== undefined)
    if (first !== undefined) return findStep(first)
    if (Object.keys(reasons ?? {}).some(isAboutPictures)) return 'photos'
    const left = draft.draft?.step.v ?? at
    return isStep(left) ? left : 'photos'
  })
  // R-VAL-42
  const form = useForm<AdValues>({
    resolver,
    defaultValues: start,
    mode: 'onChange',
    shouldFocusError: false,
  })
  const { subscribe, setError, setFocus, setValue, trigger, getValues } = form

  const { change, draft: written, saved } = draft
  const last = useRef(textsIn(start))
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback({ values }) {
          const now = textsIn(values)
          const typed = Object.entries(now).filter(
            ([name, text]) => isAdName(name) && last.current[name] !== text,
          )
          last.current = now
          if (typed.length > 0) change(Object.fromEntries(typed))
        },
      }),
    [subscribe, change],
  )

  // What another device wrote meanwhile is taken in, save where a person types another text here.
  const lastTexts = useRef<Record<string, string>>({ ...textsIn(start), ...readTypedTexts(written) })
  // Before the next key: a field that is emptied just then has what it was emptied of in `written`.
  useLayoutEffect(() => {
    if (saved.is === 'saving' || saved.is === 'failed') return
    for (const name of adNames) {
      const text = written?.fields[name]?.v
      const before = lastTexts.current[name]
      if (text === undefined || text === before) continue
      lastTexts.current = { ...lastTexts.current, [name]: text }
      if (last.current[name] !== before) continue
      last.current = { ...last.current, [name]: text }
      setValue(name, toAdValues({ [name]: text })[name], { shouldValidate: true })
    }
  }, [written, saved.is, setValue])

  /** Shows the first of these fields and focuses it. */
  function show(names: readonly AdName[]) {
    const [first] = names
    if (first === undefined) return
    goTo(findStep(first))
    // The step must stand before anything in it can be focused.
    setTimeout(() => setFocus(first), 50)
  }
  // Read again they are the same: what was mended since is not marked once more.
  const reasonsText = JSON.stringify(reasons ?? {})
  useEffect(() => {
    const all = JSON.parse(reasonsText) as Readonly<Record<string, string>>
    for (const [name, message] of Object.entries(all))
      if (isAdName(name)) setError(name, { type: 'server', message })
  }, [reasonsText, setError])

  function goTo(next: WizardStep) {
    if (next === step) return
    setStep(next)
    change({}, { step: next })
  }
  /** True when this step has what it must have; shows what is missing. */
  async function check(which: WizardStep): Promise<boolean> {
    if (which === 'photos') {
      setChecked(true)
      return photoError === undefined
    }
    const names = stepFields[which]
    const valid = await trigger([...names])
    const wrong = names.filter((name) => form.getFieldState(name).invalid)
    const [first] = wrong
    if (!valid && first !== undefined) setFocus(first)
    return valid
  }
  const storing = picked.some(({ error }) => error === undefined)
  /** Its button was pressed while pictures were being stored. */
  const [waits, setWaits] = useState<'no' | 'yes' | 'over'>('no')
  if (waits === 'yes' && !storing) setWaits('over')
  const onStored = useEffectEvent(() => {
    // One that could not be stored is decided about first.
    if (picked.length > 0) goTo('photos')
    else void submit()
  })
  useEffect(() => {
    if (waits === 'over') onStored()
  }, [waits])
  async function submit() {
    if (busy) return
    // It goes with every picture that was picked.
    setWaits(storing ? 'yes' : 'no')
    if (storing) return
    setChecked(true)
    const values = getValues()
    const checked = checkAd(values)
    if (!checked.ok || photoError !== undefined) {
      notify({ severity: 'error', message: fillAll })
      await trigger()
      if (photoError !== undefined) {
        goTo('photos')
        // Where all parts stand on one page.
        document.getElementById('part-photos')?.scrollIntoView()
      } else if (!checked.ok) show(adNames.filter((name) => checked.errors[name] !== undefined))
      return
    }
    setBusy(true)
    // By the address: an ad that leaves at once has another form in this one's place.
    const here = location.href
    const result = await send(checked.ad).finally(() => setBusy(false))
    if (!result) return
    if (!result.ok) {
      showError(result.error.message)
      return
    }
    if (!result.kept) notify({ severity: 'success', message: words.done })
    else if (network === 'offline') notify({ severity: 'info', message: words.waits })
    if (location.href === here) navigate(myAdsAddress, { replace: true })
  }
  return {
    form,
    step,
    goTo,
    check,
    /** The error of the pictures, once they were checked. */
    photoError: checked ? photoError : undefined,
    busy: busy || waits === 'yes',
    submit,
    /** Saves unsaved input now. */
    onBlur: draft.flush,
  }
}
