import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { type WizardStep, stepHints, stepNames, wizardSteps, stepTitles } from './steps.ts'
import { classNames } from '../../../ui/class-names.ts'

interface Props {
  step: WizardStep
  goTo: (step: WizardStep) => void
  /** Resolves to whether the step is complete. */
  check: (step: WizardStep) => Promise<boolean>
  saved: ReactNode
  /** Button of the last step. */
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

/** Shows one step at a time, with its own top and bottom bars, for phones. */
export function Wizard({ step, goTo, check, saved, submit, onClose, children }: Props) {
  const at = wizardSteps.indexOf(step)
  const title = useRef<HTMLHeadingElement>(null)
  const first = useRef(true)
  // The focus makes a screen reader announce the step; the page scrolls to the top.
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

interface StepperProps {
  /** Names of the steps, in order. */
  steps: readonly string[]
  /** Index of the current step. */
  current: number
}

/** Shows the progress through several steps: thin bars and, for screen readers, text. */
export function Stepper({ steps, current }: StepperProps) {
  return (
    <ol aria-label="Progress" className="flex gap-1.5">
      {steps.map((step, i) => (
        <li key={step} aria-current={i === current ? 'step' : undefined} className="flex-1">
          <span
            className={classNames('block h-1 rounded-pill transition', i <= current ? 'bg-brand' : 'bg-line')}
          />
          <span className="sr-only">
            Step {i + 1} of {steps.length}: {step}
            {i < current && ', done'}
          </span>
        </li>
      ))}
    </ol>
  )
}
