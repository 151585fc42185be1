import { useState, type ReactNode } from 'react'
import type { ListingState } from '#catalogue'
import { useOnDemand } from '#ui/use-on-demand.ts'
import type { NearSearchResult } from './find-near.tsx'

const load = async () => (await import('./find-near.tsx')).FindNear

interface Props {
  state: ListingState
  onChange: (next: ListingState) => void
  /** Receives the reason for a failure. */
  onRefused: (words: string) => void
  /** Renders the button. */
  children: (button: { busy: boolean; onClick: () => void }) => ReactNode
}

/** Searches for cars near the person: requests the position on the tap and never before. */
export function NearMe({ state, onChange, onRefused, children }: Props) {
  const [FindNear, want] = useOnDemand(load)
  const [step, setStep] = useState<'loading' | 'finding'>()
  function begin() {
    setStep('loading')
    want(
      () => setStep('finding'),
      () => finish({ words: 'This could not be loaded. Try again with signal, or choose your city.' }),
    )
  }
  function finish(outcome: NearSearchResult) {
    setStep(undefined)
    if ('next' in outcome) onChange(outcome.next)
    else onRefused(outcome.words)
  }
  return (
    <>
      {children({ busy: step !== undefined, onClick: begin })}
      {FindNear && step === 'finding' && <FindNear state={state} onDone={finish} />}
    </>
  )
}
