import { aboutPage } from '#contract/heads/page-abouts.ts'
import { useSiteSettings } from '#local/react'
import { Button } from '#ui/button.tsx'
import { PageTop } from '../text/page-top.tsx'
import { Accordion } from './accordion.tsx'
import { questions } from './questions.tsx'

/** /faqs (R-STAT-22 to R-STAT-26). */
export function FaqsScreen() {
  return (
    <div className="mx-auto max-w-[46rem] px-4 py-6 sm:py-10 print:p-0">
      <PageTop title="FAQs" description={aboutPage('/faqs', useSiteSettings())}>
        Short answers to what people ask us most.
      </PageTop>
      <Accordion entries={questions} />
      <section aria-labelledby="more" className="mt-8 print:hidden">
        <h2 id="more" className="text-xl font-bold">
          Something else?
        </h2>
        <p className="mt-1 text-ink-2">
          Our e-mail and phone stand at the foot of this page. Or look around; most things explain themselves.
        </p>
        <p className="mt-4 flex flex-wrap gap-3">
          <Button href="/listings" look="outline">
            Browse cars
          </Button>
        </p>
      </section>
    </div>
  )
}
