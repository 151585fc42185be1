import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { type WizardStep, stepNames } from './steps.ts'

interface Props {
  title: string
  saved: ReactNode
  /** Each part as the wizard has it, in its order. */
  parts: readonly { step: WizardStep; content: ReactNode }[]
  submit: { label: string; busy: boolean; run: () => void }
  aside: ReactNode
}

/** Everything on one page, for wide screens. */
export function LongForm({ title, saved, parts, submit, aside }: Props) {
  return (
    <div className="mx-auto max-w-page px-4 py-8">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h1 className="text-3xl font-bold">{title}</h1>
        {saved}
      </div>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)_20rem] gap-8">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit.run()
          }}
          className="space-y-6"
        >
          {parts.map(({ step, content }) => (
            <section
              key={step}
              aria-labelledby={`part-${step}`}
              className="rounded-card bg-surface p-6 shadow-e1"
            >
              <h2 id={`part-${step}`} className="mb-4 text-xl font-bold">
                {stepNames[step]}
              </h2>
              {content}
            </section>
          ))}
          <Button type="submit" loading={submit.busy}>
            {submit.label}
          </Button>
        </form>
        <div className="space-y-4 self-start lg:sticky lg:top-24">{aside}</div>
      </div>
    </div>
  )
}
