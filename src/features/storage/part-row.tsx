import { useState } from 'react'
import type { Clearable } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Question } from '#ui/layer/question.tsx'
import { parts, sizeText, type PartName } from './words.ts'

interface Props {
  part: PartName
  bytes: number
  /** Its colour in the bar above. */
  dot: string
  onClear: (what: Clearable) => Promise<boolean>
}

/** One thing this phone keeps: what for, how much, and the way to be rid of it where there is one. */
export function PartRow({ part, bytes, dot, onClear }: Props) {
  const { name, why, clear } = parts[part]
  const [step, setStep] = useState<'no' | 'asked' | 'clearing'>('no')
  async function sure() {
    if (!clear) return
    setStep('clearing')
    await onClear(clear.what)
    setStep('no')
  }
  return (
    <li className="flex items-start gap-3 py-3.5">
      <span aria-hidden className={`mt-1.5 size-3 shrink-0 rounded-pill ${dot}`} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-3">
          <h3 className="font-sans text-base font-semibold tracking-normal">{name}</h3>
          <span className={`shrink-0 text-base tabular-nums ${bytes === 0 ? 'text-ink-3' : 'font-semibold'}`}>
            {sizeText(bytes)}
          </span>
        </div>
        <div className="flex items-start justify-between gap-3">
          <p className="mt-0.5 max-w-prose text-sm text-ink-2">{why}</p>
          {clear && bytes > 0 && (
            <Button look="quiet" size="sm" className="-mr-4 -mb-2 shrink-0" onClick={() => setStep('asked')}>
              Clear<span className="sr-only"> {name}</span>
            </Button>
          )}
        </div>
      </div>
      {clear && (
        <Question
          open={step !== 'no'}
          title={`Clear “${name}”?`}
          onNo={() => setStep('no')}
          yes={`Clear ${sizeText(bytes)}`}
          onYes={() => void sure()}
          busy={step === 'clearing'}
        >
          <p>{clear.means}</p>
        </Question>
      )}
    </li>
  )
}
