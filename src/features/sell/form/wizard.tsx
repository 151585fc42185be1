import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Stepper } from '#ui/nav/stepper.tsx'
import { indexOf, type WizardStep, stepHints, stepNames, wizardSteps, stepTitles } from './steps.ts'

interface Props {
  step: WizardStep
  goTo: (step: WizardStep) => void
  /** Whether the step has what it needs before the next. */
  check: (step: WizardStep) => Promise<boolean>
  saved: ReactNode
  /** Of the last step. */
  submit: { label: string; busy: boolean; run: () => void }
  onClose: () => void
  children: ReactNode
}
const nextWords: Readonly<Record<Exclude<WizardStep, 'review'>, string>> = {
  photos: 'Next: the car',
  car: 'Next: condition & features',
  condition: 'Next: price & place',
  place: 'Next: review',
}

/** A step at a time, with its own bars: for phones. */
export function Wizard({ step, goTo, check, saved, submit, onClose, children }: Props) {
  const at = indexOf(step)
  const title = useRef<HTMLHeadingElement>(null)
  const first = useRef(true)
  // A person who reads by ear hears where they are; a person who sees begins at the top.
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    title.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [step])
  const before = wizardSteps[at - 1]
  const after = wizardSteps[at + 1]
  async function next() {
    if (after !== undefined && (await check(step))) goTo(after)
  }
  return (
    <div data-wizard className="mx-auto max-w-text">
      <div className="sticky top-0 z-20 bg-paper/95 px-4 pt-2 pb-2 backdrop-blur-bar">
        <div className="flex min-h-11 items-center justify-between gap-3">
          <IconButton icon={IconX} label="Close, and keep the draft" onClick={onClose} className="-ml-2.5" />
          {saved}
        </div>
        <div className="mt-1">
          <Stepper steps={wizardSteps.map((one) => stepNames[one])} current={at} />
        </div>
      </div>
      <div className="px-4 pt-4 pb-28">
        <h1 ref={title} tabIndex={-1} className="text-3xl font-bold outline-none">
          {stepTitles[step]}
        </h1>
        <p className="mt-1 text-sm text-ink-2">
          Step {at + 1} of {wizardSteps.length} · {stepHints[step]}
        </p>
        <div className="mt-5">{children}</div>
      </div>
      <div className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface/95 px-4 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom,0px))] backdrop-blur-bar keyboard:hidden">
        <div className="mx-auto flex max-w-text gap-2.5">
          {before !== undefined && (
            <Button look="outline" onClick={() => goTo(before)}>
              Back
            </Button>
          )}
          {step === 'review' ? (
            <Button wide loading={submit.busy} onClick={submit.run}>
              {submit.label}
            </Button>
          ) : (
            <Button wide onClick={() => void next()}>
              {nextWords[step]}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
