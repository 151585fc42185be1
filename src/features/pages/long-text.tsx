import { IconChevronDown } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { type AboutPath, aboutPage, lawAdjectives } from '#contract/heads/page-abouts.ts'
import { type LawCountry, regionOf } from '#contract/values/region.ts'
import { useSiteSettings } from '#local/react'
import { richArticle } from '#parts/rich-article.tsx'
import { Icon } from '#ui/icon.tsx'
import { Breadcrumb } from '#ui/nav/breadcrumb.tsx'
import { PageHead } from '#ui/page-head.tsx'

/** Renders a link inside running text. */
export function Link({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} className="font-medium text-brand underline underline-offset-2">
      {children}
    </a>
  )
}

export interface TextSection {
  /** Fragment of the section in the address. */
  id: string
  title: string
  /** Paragraphs and lists, with the elements that articles may have; `{name}` is replaced by a value. */
  body: readonly string[]
}
interface Props extends ComponentProps<typeof PageTop> {
  /** Date since which the text is in force. */
  since: string
  sections: readonly TextSection[]
}

/** Texts of the legal pages that depend on the law of a country; no other text depends on it (R-STAT-15). */
const laws = {
  'South Africa': {
    consumerAct: 'Consumer Protection Act',
    privacyAct: 'Protection of Personal Information Act',
    /** Name of the act at the start of a sentence, for the home country. */
    privacyActAtHome: 'South Africa’s Protection of Personal Information Act',
    regulator: 'Information Regulator of South Africa',
  },
  Nigeria: {
    consumerAct: 'Federal Competition and Consumer Protection Act',
    privacyAct: 'Nigeria Data Protection Act',
    privacyActAtHome: 'The Nigeria Data Protection Act 2023',
    regulator: 'Nigeria Data Protection Commission',
  },
} satisfies Record<LawCountry, object>

/** Returns the texts for the law of the market's `lawCountry`, and for the other country where people use Motorkin. */
function useHomeLaw() {
  const country = regionOf[useSiteSettings().market].lawCountry
  const otherCountry = country === 'Nigeria' ? 'South Africa' : 'Nigeria'
  const { privacyAct: otherPrivacyAct, regulator: otherRegulator } = laws[otherCountry]
  const other = { otherCountry, otherPrivacyAct, otherRegulator }
  return { country, adjective: lawAdjectives[country], ...laws[country], ...other }
}

/** Classes of running text. */
export const prose =
  'text-ink-2 [&_a]:font-medium [&_a]:text-brand [&_a]:underline [&_a]:underline-offset-2 [&_b]:font-semibold [&_b]:text-ink'

interface ParagraphsProps extends Pick<TextSection, 'body'> {
  values?: Readonly<Record<string, string>>
}
export function Paragraphs({ body, values = {} }: ParagraphsProps) {
  return richArticle(body.join('').replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''))
}

const words = `mt-3 space-y-3 text-lg ${prose} [&_li]:pl-1 [&_ul]:list-disc [&_ul]:space-y-2 [&_ul]:pl-5`

/** Shows a text with its list of contents: beside the text on a wide screen, folded above it on a phone. */
export function LongText({ since, sections, ...top }: Props) {
  const law = useHomeLaw()
  useHash()
  return (
    <div className="mx-auto max-w-page px-4 py-6 sm:py-10 print:p-0">
      <PageTop {...top} />
      <p className="mt-2 text-sm text-ink-3">In force since {since}</p>
      <div className="mt-6 gap-12 lg:mt-10 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
        <nav
          aria-label="On this page"
          className="hidden self-start lg:sticky lg:top-[calc(var(--header)+1.5rem)] lg:block print:hidden"
        >
          <p className="text-sm font-semibold">On this page</p>
          <Contents sections={sections} />
        </nav>
        <nav aria-label="Contents" className="lg:hidden print:hidden">
          <details className="group rounded-card bg-surface px-5 py-1.5 shadow-e1">
            <summary className="flex min-h-11 list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
              <span className="flex-1">On this page</span>
              <Icon of={IconChevronDown} className="text-ink-3 transition-transform group-open:rotate-180" />
            </summary>
            <Contents sections={sections} />
          </details>
        </nav>
        <div className="mt-8 max-w-text space-y-10 lg:mt-0">
          {sections.map(({ id, title, body }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id} className="text-xl font-bold print:break-after-avoid">
                {title}
              </h2>
              <div className={words}>
                <Paragraphs body={body} values={law} />
              </div>
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}

function Contents({ sections }: Pick<Props, 'sections'>) {
  return (
    <ol className="mt-1 pb-2 text-ink-2">
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex min-h-11 items-center hover:text-ink hover:underline lg:min-h-9 lg:py-1"
          >
            {title}
          </a>
        </li>
      ))}
    </ol>
  )
}

/** Returns the address's fragment and scrolls to its element: a page that loads after the navigation must do that itself. */
export function useHash(): string {
  const [hash, setHash] = useState('')
  useEffect(() => {
    const read = () => setHash(window.location.hash.slice(1))
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView()
  }, [hash])
  return hash
}

interface PageTopProps {
  title: string
  /** Address of the page, which gives the description for search engines and shared links. */
  path: AboutPath
  /** One or two sentences below the heading. */
  children: ReactNode
}

/** Shows the start of every page of text: head data, breadcrumb, heading and introduction. */
export function PageTop({ title, path, children }: PageTopProps) {
  return (
    <>
      <PageHead title={title} description={aboutPage(path, useSiteSettings())} />
      <div className="print:hidden">
        <Breadcrumb trail={[{ label: title }]} />
      </div>
      <h1 className="mt-3 text-3xl font-bold">{title}</h1>
      <p className="mt-2 max-w-text text-lg text-ink-2">{children}</p>
    </>
  )
}
