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
  /** Initial values. */
  start: AdValues
  /** Initial step when the draft has none. */
  at?: string | undefined
  draft: AdDraftView
  /** Error about the pictures, which prevents sending. */
  photoError: string | undefined
  /** Pictures that were picked and are not stored yet. */
  picked: Album['picked']
  /** The server's messages about fields when it refused this ad (S19). */
  reasons: Readonly<Record<string, string>> | undefined
  /** Sends a valid ad. Resolves to undefined when nothing was sent; `send` has told the person then. */
  send: (ad: Ad) => Promise<PutResult | void>
  /** Messages for an ad that waits offline, and for an ad that the server accepted at once. */
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

/** Returns the state that the wizard and the long form share; saves, checks and sends the input. */
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

  // Changes from another device enter the form, except in a field whose text the person has changed here.
  const lastTexts = useRef<Record<string, string>>({ ...textsIn(start), ...readTypedTexts(written) })
  // A layout effect runs before the next key press: `written` has the old text of a field that the person is just clearing.
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
    // A field can only get the focus after its step is rendered.
    setTimeout(() => setFocus(first), 50)
  }
  // The effect compares the reasons as text: a new object with the same reasons must not mark corrected fields again.
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
  /** Resolves to whether the step is valid; shows what is missing. */
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
  /** Whether a submit waits for pictures that are being stored; `over` when they are stored. */
  const [waits, setWaits] = useState<'no' | 'yes' | 'over'>('no')
  if (waits === 'yes' && !storing) setWaits('over')
  const onStored = useEffectEvent(() => {
    // The person first decides about a picture that could not be stored.
    if (picked.length > 0) goTo('photos')
    else void submit()
  })
  useEffect(() => {
    if (waits === 'over') onStored()
  }, [waits])
  async function submit() {
    if (busy) return
    // The ad must include every picked picture, so the submit waits until all are stored.
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
        // The long form has all parts on one page.
        document.getElementById('part-photos')?.scrollIntoView()
      } else if (!checked.ok) show(adNames.filter((name) => checked.errors[name] !== undefined))
      return
    }
    setBusy(true)
    // The URL is compared, because another form replaces this form when the ad is sent at once.
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
    /** Error about the pictures; undefined before the first check. */
    photoError: checked ? photoError : undefined,
    busy: busy || waits === 'yes',
    submit,
    /** Saves unsaved input now. */
    onBlur: draft.flush,
  }
}
