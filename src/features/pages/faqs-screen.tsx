import { IconChevronDown } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/show/section.tsx'
import questions from './faqs.json' with { type: 'json' }
import { PageTop, Paragraphs, prose, type TextSection, useHash } from './long-text.tsx'

/** Shows entries of which one is open at a time (R-STAT-22); the address may name it. Print shows all of them open. */
function Accordion({ entries }: { entries: readonly TextSection[] }) {
  const hash = useHash()
  const [chosen, setChosen] = useState<{ under: string; id: string | undefined }>()
  // A choice is valid until the address names another entry.
  const open = chosen?.under === hash ? chosen.id : hash
  const choose = (id: string | undefined) => setChosen({ under: hash, id })
  return (
    <div className="mt-6 divide-y divide-line rounded-card bg-surface px-5 shadow-e1">
      {entries.map(({ id, title, body }) => {
        const isOpen = open === id
        const press = (event: MouseEvent) => {
          event.preventDefault()
          choose(isOpen ? undefined : id)
        }
        return (
          <details
            key={id}
            id={id}
            open={isOpen}
            // The browser also opens entries by itself, for example for find-in-page.
            onToggle={({ currentTarget: { open: shown } }) =>
              shown !== isOpen && choose(shown ? id : undefined)
            }
            className="group print:[&::details-content]:[content-visibility:visible]"
          >
            <summary
              onClick={press}
              className="flex min-h-14 list-none items-center gap-3 rounded-chip py-3 [&::-webkit-details-marker]:hidden"
            >
              <h2 className="min-w-0 flex-1 font-sans text-lg font-semibold tracking-normal">{title}</h2>
              <Icon
                of={IconChevronDown}
                className="text-ink-3 transition-transform group-open:rotate-180 print:hidden"
              />
            </summary>
            <div className={`space-y-3 pb-5 ${prose}`}>
              <Paragraphs body={body} />
            </div>
          </details>
        )
      })}
    </div>
  )
}

/** Shows /faqs: exactly twelve answers (R-STAT-22 to R-STAT-26). */
export function FaqsScreen() {
  return (
    <div className="mx-auto max-w-[46rem] px-4 py-6 sm:py-10 print:p-0">
      <PageTop title="FAQs" path="/faqs">
        Short answers to what people ask us most.
      </PageTop>
      <Accordion entries={questions} />
      <Section title="Something else?" className="mt-8 print:hidden">
        <p className="mt-1 text-ink-2">
          Our e-mail and phone stand at the foot of this page. Or look around; most things explain themselves.
        </p>
        <p className="mt-4 flex flex-wrap gap-3">
          <Button href="/listings" look="outline">
            Browse cars
          </Button>
        </p>
      </Section>
    </div>
  )
}
