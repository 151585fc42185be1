import { useRef } from 'react'
import { lazyRequired } from '#parts/use-at-rest.ts'
import { useOnScreen } from '#ui/use-on-screen.ts'
import { boxLook, NewsletterSkeleton } from './box.tsx'

const Form = lazyRequired(
  async () => (await import('./subscribe-form.tsx')).SubscribeForm,
  <NewsletterSkeleton />,
)

/** Shows the newsletter with its form of one field (R-HOME-27, R-FORM-18). The form's code loads when a person comes near it. */
export function NewsletterForm() {
  const box = useRef<HTMLElement>(null)
  // The form stays mounted when the box is out of sight, so that typed text stays.
  const begun = useOnScreen(box, '100% 0px', true)
  return (
    <section ref={box} aria-labelledby="newsletter" className={boxLook}>
      <h2 id="newsletter" className="text-xl font-bold">
        Newsletter
      </h2>
      <p className="mt-1 mb-4 text-balance text-ink-2">
        News and reviews by <span className="whitespace-nowrap">e-mail</span>. One click ends it.{' '}
        <noscript>To subscribe takes JavaScript.</noscript>
      </p>
      {begun ? <Form /> : <NewsletterSkeleton />}
    </section>
  )
}
