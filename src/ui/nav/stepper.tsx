import { classNames } from '../class-names.ts'

interface Props {
  /** Names of the steps, in order. */
  steps: readonly string[]
  /** Index of the step at hand. */
  current: number
}

/** How far along a task of several steps is: thin bars and, for screen readers, words. */
export function Stepper({ steps, current }: Props) {
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
